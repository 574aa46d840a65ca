// Codes as an app on a phone makes them (RFC 6238), by hand.

import { createHmac } from "node:crypto";

const HALF_MINUTE = 30_000;
// What is done with a code takes less, also on a busy machine.
const ROOM = 15_000;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

// The code of the half minute that is so many after this one, from a secret as pages show it.
export function code(secret, later = 0) {
  const bits = [...secret.replaceAll(" ", "")].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / HALF_MINUTE) + later));
  const hash = createHmac("sha1", key).update(step).digest();
  const number = hash.readUInt32BE(hash[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

// Waits for the next half minute where this one is nearly over: a code of the half minute before is taken in this one and no longer.
export async function roomInHalfMinute() {
  const left = HALF_MINUTE - (Date.now() % HALF_MINUTE);
  if (left < ROOM) await new Promise((resolve) => setTimeout(resolve, left));
}
