// Making screenshots small: a picture of a page has few colours that matter, and fits in a palette of 256.

import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST = 256;

// The same picture with a palette: its most frequent colours as they are, each other one as the nearest of these.
export function withPalette(png) {
  const { width, height, pixels } = decode(png);
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = [...chosen(counts)];
  const places = new Map(palette.map((colour, place) => [colour, place]));
  const place = (colour) => {
    if (!places.has(colour)) places.set(colour, nearest(colour, palette));
    return places.get(colour);
  };
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + x + 1] = place(pixels[y * width + x]);
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap(channels))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const channels = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

// The most frequent colour of each sixteenth of every channel first, so that rare hues have one too; then what is frequent.
function chosen(counts) {
  const colours = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
  const [first, rest, seen] = [[], [], new Set()];
  for (const colour of colours) {
    const box = colour & 0xf0f0f0;
    (seen.has(box) ? rest : first).push(colour);
    seen.add(box);
  }
  const frequent = new Set(rest.slice(0, MOST / 2));
  return [...first.slice(0, MOST - frequent.size), ...frequent];
}

function nearest(colour, palette) {
  const [red, green, blue] = channels(colour);
  let [best, least] = [0, Infinity];
  palette.forEach((other, place) => {
    const [r, g, b] = channels(other);
    const distance = 3 * (r - red) ** 2 + 4 * (g - green) ** 2 + 2 * (b - blue) ** 2;
    if (distance < least) [best, least] = [place, distance];
  });
  return best;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

// The pixels of a picture as Chromium writes it, each a number 0xrrggbb: eight bits, no palette, not interlaced.
function decode(png) {
  const [width, height, depth, kind, , , interlaced] = [
    png.readUInt32BE(16), png.readUInt32BE(20), ...png.subarray(24, 29),
  ];
  const samples = { 2: 3, 6: 4 }[kind];
  if (depth !== 8 || !samples || interlaced) throw new Error(`a PNG of kind ${kind} with ${depth} bits, expected RGB with 8`);
  const parts = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const data = inflateSync(Buffer.concat(parts));
  const stride = width * samples;
  const pixels = new Uint32Array(width * height);
  let above = Buffer.alloc(stride);
  for (let y = 0; y < height; y += 1) {
    const from = y * (stride + 1);
    const row = data.subarray(from + 1, from + 1 + stride);
    for (let at = 0; at < stride; at += 1) {
      const [left, corner] = at < samples ? [0, 0] : [row[at - samples], above[at - samples]];
      row[at] += [0, left, above[at], (left + above[at]) >> 1, paeth(left, above[at], corner)][data[from]];
    }
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = row.readUIntBE(x * samples, 3);
    above = row;
  }
  return { width, height, pixels };
}

function paeth(left, above, corner) {
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(left + above - corner - value));
  return a <= b && a <= c ? left : b <= c ? above : corner;
}
