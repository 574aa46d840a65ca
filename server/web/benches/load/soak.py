#!/usr/bin/env python3
"""How the dashboard bears a long day: 200 connections that read at people's pace, half of them signed in, beside a batch that
always runs, a proposal merged each minute, and 20 slow clients. docs/PERFORMANCE.md has figures.

Makes a database of its own, starts the program on a free port of 127.0.0.1, and ends it again. Needs python3 alone, and Linux.

usage: server/web/benches/load/soak.py [--seconds 3600] [--connections 200] [--slow 20] [--every 1.0]
"""

import argparse
import asyncio
import html
import itertools
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
STARTER = "/editions/affix-branch-starter"
PASSWORD = "correct horse"
# Nobody waits longer for an answer.
PATIENCE = 60

# What is read, in turn. REVISION is the newest of the affix branch's starter edition, BATCH the newest that is done.
PAGES = [
    "/",
    "REVISION",
    "REVISION/types/23",
    "/batches",
    "REVISION/types/36",
    "REVISION/affixes/100",
    "/proposals",
    "REVISION/kinds",
    "REVISION/types/23?depths=every",
    "/profiles",
    "REVISION/themes/1",
    "BATCH/types/23",
    "REVISION/chances/30",
    "/compare",
    "REVISION/types/21?level=good",
    "REVISION/gaps",
    "/help",
    "/editions/v4-starter/revisions/1",
    "/editions/v4-starter/revisions/1/types/30",
    "REVISION/rules",
    "BATCH",
    "REVISION/diagnostics",
    "/compare/23?from=affix-branch-starter@1&to=affix-branch-starter",
    "REVISION/artifacts/1",
    "/editions/nethack-starter/revisions/1/subjects/objects",
    "REVISION/types/23.csv",
]


# Taken by one person, one every few seconds.
FILES = [
    "REVISION/types/all.zip",
    "BATCH/tally.csv",
    "REVISION/files.zip",
    "REVISION/types/all.long.csv",
    "REVISION/revision.db",
]


class Board:
    """A running dashboard."""

    def __init__(self, binary, folder):
        self.log = open(Path(folder) / "log", "wb")
        command = [binary, "serve", "--addr", "127.0.0.1:0", "--data-dir", f"{folder}/data", "--log", "warn"]
        self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=self.log)
        lines = [self.process.stdout.readline().decode() for _ in range(3)]
        self.address = re.search(r"http://([^/\s]+)", lines[0])[1]
        self.host, port = self.address.split(":")
        self.port = int(port)
        # The link that makes the first maintainer is on the next lines.
        self.first_link = re.search(r"/join/\S+", "".join(lines))[0]
        self.data = Path(folder) / "data"
        self.revision = f"{STARTER}/revisions/1"
        self.batch = None

    def page(self, pattern):
        batch = self.batch or "/batches"
        if pattern.startswith("BATCH") and self.batch is None:
            return "/batches"
        return pattern.replace("REVISION", self.revision).replace("BATCH", batch)

    def state(self):
        """Resident set and its peak in MB, descriptors, threads, sizes of database and log in MB, processor seconds."""
        proc = Path(f"/proc/{self.process.pid}")
        status = dict(line.split(":", 1) for line in (proc / "status").read_text().splitlines())
        size = lambda name: (self.data / name).stat().st_size / 1e6 if (self.data / name).exists() else 0
        times = (proc / "stat").read_text().rsplit(")", 1)[1].split()
        return {
            "rss": int(status["VmRSS"].split()[0]) / 1024,
            "peak": int(status["VmHWM"].split()[0]) / 1024,
            "descriptors": len(os.listdir(proc / "fd")),
            "threads": int(status["Threads"]),
            "database": size("affixboard.db"),
            "log": size("affixboard.db-wal"),
            "load": os.getloadavg()[0],
            "cpu": (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK"),
        }


class Connection:
    """A connection that is kept alive, of a visitor or of somebody with a cookie."""

    def __init__(self, board, cookie=None):
        self.board, self.cookie, self.reader, self.writer = board, cookie, None, None

    async def ask(self, method, path, form=None):
        """Status, headers and body."""
        # A connection that waited is closed by the server's time limit; that is no error.
        if self.writer is None or self.reader.at_eof() or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection(self.board.host, self.board.port, limit=1 << 20)
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.board.address}\r\nOrigin: http://{self.board.address}\r\n"
        if self.cookie:
            head += f"Cookie: {self.cookie}\r\n"
        body = b""
        if method == "POST":
            body = urllib.parse.urlencode(form or {}).encode()
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        else:
            head += "Accept-Encoding: gzip\r\n" if form is None else ""
        self.writer.write(head.encode() + b"\r\n" + body)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(lines[0].split()[1])
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:] if ": " in line)}
        if "chunked" in headers.get("transfer-encoding", ""):
            parts = []
            while length := int((await self.reader.readuntil(b"\r\n")).strip(), 16):
                parts.append((await self.reader.readexactly(length + 2))[:-2])
            await self.reader.readexactly(2)
            body = b"".join(parts)
        else:
            body = await self.reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.close()
        return status, headers, body

    async def form(self, path, **fields):
        """Sends a form that must be taken; gives where the answer leads, the cookie, and the page."""
        status, headers, body = await self.ask("POST", path, fields)
        if status not in (200, 303):
            text = re.sub(r"<[^>]+>", " ", body.decode(errors="replace"))
            raise RuntimeError(f"{status} of POST {path}: {' '.join(text.split())[:300]}")
        return headers.get("location", ""), headers.get("set-cookie", "").split(";")[0], body.decode(errors="replace")

    async def text(self, path):
        # A form of nothing: no coding is accepted.
        status, _, body = await self.ask("GET", path, {})
        if status != 200:
            raise RuntimeError(f"{status} of GET {path}")
        return body.decode(errors="replace")

    def close(self):
        if self.writer is not None:
            self.writer.close()
        self.writer = None


class Record:
    """What was seen."""

    def __init__(self):
        self.begun = time.monotonic()
        # Page, seconds since the beginning, and seconds that the answer took.
        self.answers = []
        self.errors = Counter()
        self.done = Counter()
        self.slow = Counter()
        self.states = []
        self.lags = []

    def error(self, what):
        if self.errors[what] < 3:
            print(f"{time.monotonic() - self.begun:6.0f} s: {what}", file=sys.stderr, flush=True)
        self.errors[what] += 1


async def until_end(record, end, what, work):
    """Does a piece of work again and again; what goes wrong is counted."""
    while time.monotonic() < end:
        try:
            await asyncio.wait_for(work(), PATIENCE)
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, RuntimeError, TypeError) as error:
            record.error(f"{what}: {type(error).__name__}: {error}")
            await asyncio.sleep(1)


async def read(board, record, end, cookie, first, every, pages=PAGES):
    """One connection: a page after the other, at the pace of a person."""
    connection = Connection(board, cookie)
    pages = itertools.islice(itertools.cycle(pages), first, None)
    who = "signed in" if cookie else "visitor"
    following = time.monotonic() + random.random() * every
    while time.monotonic() < end:
        await asyncio.sleep(max(0, following - time.monotonic()))
        following = max(following + every, time.monotonic())
        pattern = next(pages)
        began = time.monotonic()
        try:
            status, _, _ = await asyncio.wait_for(connection.ask("GET", board.page(pattern)), PATIENCE)
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
            record.error(f"{who}: {type(error).__name__} at {pattern}")
            connection.close()
            continue
        record.answers.append((pattern, began - record.begun, time.monotonic() - began, who))
        if status not in (200, 303):
            record.error(f"{who}: {status} at {pattern}")
    connection.close()


async def run_batches(board, record, end, cookie):
    """A batch always runs: 101 depths of all qualities."""
    connection = Connection(board, cookie)
    seeds = itertools.count(1)

    async def work():
        to, _, _ = await connection.form(
            f"{board.revision}/batches", depths="1-100", drops="1000000", normal="on", good="on", great="on", seed=next(seeds)
        )
        while time.monotonic() < end:
            await asyncio.sleep(1)
            if "Results by item type" in await connection.text(to):
                board.batch = to
                record.done["batches"] += 1
                return

    # Longer than a request.
    while time.monotonic() < end:
        try:
            await work()
        except (OSError, asyncio.IncompleteReadError, RuntimeError) as error:
            record.error(f"batch: {type(error).__name__}: {error}")
            connection.close()
            await asyncio.sleep(1)


async def merge_proposals(board, record, end, bob, cid, ann):
    """From a draft to a merge, by three people, about once a minute."""
    bob, cid, ann = (Connection(board, cookie) for cookie in (bob, cid, ann))
    numbers = itertools.count(1)
    draft = f"{STARTER}/draft?entry=affix.1"

    def value(page, before):
        return html.unescape(re.search(re.escape(before) + '([^"]*)"', page)[1])

    async def work():
        number = next(numbers)
        page = await bob.text(draft)
        line = value(page, 'name="l1" value="affix.1.T.1"><input type="hidden" name="w1" value="')
        await bob.form(draft, do="save", l1="affix.1.T.1", w1=line, **{"f1.commonness": number % 97 + 1})
        version = value(await bob.text(draft), 'name="version" value="')
        to, _, _ = await bob.form(draft, do="propose", version=version, title=f"Number {number}", description="")
        proposal = re.search(r"/proposals/\d+", to)[0]
        await cid.form(f"{proposal}/comments", seen=1, body="So?")
        await cid.form(f"{proposal}/verdicts", seen=1, judgement="approve", body="")
        await ann.form(f"{proposal}/merge", seen=1)
        status, headers, _ = await ann.ask("GET", STARTER)
        if status == 303:
            board.revision = headers["location"]
        record.done["merges"] += 1

    async def each_minute():
        await work()
        for connection in (bob, cid, ann):
            connection.close()

    while time.monotonic() < end:
        began = time.monotonic()
        await until_end(record, time.monotonic() + 0.001, "proposal", each_minute)
        await asyncio.sleep(max(0.0, min(began + 60, end) - time.monotonic()))


async def be_slow(board, record, end, manner):
    """A client that holds a connection for as long as it is let."""
    manners = ["half a request", "a byte of headers a second", "half a form", "reads 2 kB a second"]
    name = manners[manner % len(manners)]
    while time.monotonic() < end:
        began = time.monotonic()
        try:
            reader, writer = await asyncio.open_connection(board.host, board.port, limit=4096)
            head = f"Host: {board.address}\r\n"
            if name == "half a request":
                writer.write(f"GET / HTTP/1.1\r\n{head}".encode())
                await asyncio.wait_for(reader.read(), end - time.monotonic())
            elif name == "a byte of headers a second":
                for byte in itertools.chain(b"GET / HTTP/1.1\r\n" + head.encode(), itertools.cycle(b"X-Slow: 1\r\n")):
                    writer.write(bytes([byte]))
                    if reader.at_eof() or writer.is_closing() or time.monotonic() > end:
                        break
                    await asyncio.sleep(1)
            elif name == "half a form":
                writer.write(
                    f"POST /sign-in HTTP/1.1\r\n{head}Content-Length: 900\r\nConnection: close\r\n"
                    f"Content-Type: application/x-www-form-urlencoded\r\n\r\nname=".encode()
                )
                await asyncio.wait_for(reader.read(), end - time.monotonic())
            else:
                path = f"{board.batch}/tally.csv" if board.batch else f"{board.revision}/types/all.long.csv"
                writer.write(f"GET {path} HTTP/1.1\r\n{head}Connection: close\r\n\r\n".encode())
                while time.monotonic() < end and await reader.read(2048):
                    await asyncio.sleep(1)
        except (OSError, asyncio.TimeoutError):
            pass
        record.slow[name] += 1
        record.slow[f"{name}, seconds"] += time.monotonic() - began
        writer.close()
        await asyncio.sleep(0.2)


async def watch(board, record, end):
    """Writes down what the process takes, and says so each minute."""
    print("    s  resident  peak  descriptors  threads  database MB  its log MB  answers  errors  load", flush=True)
    for number in itertools.count():
        state = board.state()
        at = time.monotonic() - record.begun
        record.states.append((at, state))
        if number % 6 == 0:
            print(
                f"{at:5.0f} {state['rss']:7.1f} {state['peak']:7.1f} {state['descriptors']:8} {state['threads']:8} "
                f"{state['database']:12.1f} {state['log']:10.1f} {len(record.answers):10} {sum(record.errors.values()):6} {os.getloadavg()[0]:6.1f}",
                flush=True,
            )
        if time.monotonic() + 10 > end:
            return
        await asyncio.sleep(10)


async def lag(record, end):
    """How late this program itself is, which is part of each time."""
    while time.monotonic() < end:
        began = time.monotonic()
        await asyncio.sleep(0.1)
        record.lags.append(time.monotonic() - began - 0.1)


def times(seconds):
    """Half within, 90 %, 99 %, 99.9 % within, and the longest, in milliseconds."""
    ordered = sorted(seconds)
    of = lambda share: 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]
    return "".join(f"{of(share):10.1f}" for share in (0.5, 0.9, 0.99, 0.999, 1.0))


def report(record, seconds):
    answers = record.answers
    print(f"\n{'':46}{'answers':>9}{'50 %':>10}{'90 %':>10}{'99 %':>10}{'99.9 %':>10}{'longest':>10}  (ms)")
    row = lambda name, some: some and print(f"{name[:63]:46}{len(some):9}{times(some)}")
    row("all", [took for _, _, took, _ in answers])
    for who in ("visitor", "signed in"):
        row(who, [took for _, _, took, of in answers if of == who])
    row("this program's own lateness", record.lags)
    part = max(60.0, seconds / 6)
    for number in range(int(seconds / part)):
        some = [took for _, at, took, _ in answers if number * part <= at < (number + 1) * part]
        row(f"from {number * part / 60:.0f} to {(number + 1) * part / 60:.0f} minutes", some)
    by_page = defaultdict(list)
    for page, _, took, _ in answers:
        by_page[page].append(took)
    for page in PAGES + FILES:
        row(page, by_page[page])
    print(f"\n{len(answers) / seconds:.0f} answers/s; {sum(record.errors.values())} errors")
    for what, count in record.errors.most_common():
        print(f"  {count} x {what}")
    print(", ".join(f"{count} {what}" for what, count in record.done.items()))
    for what in sorted(what for what in record.slow if not what.endswith(", seconds")):
        average = record.slow[f"{what}, seconds"] / record.slow[what]
        print(f"slow clients: {what}: {record.slow[what]} times, each {average:.1f} s on average")
    for name in ("rss", "descriptors", "threads", "log", "database", "load"):
        values = [(at, state[name]) for at, state in record.states]
        half = [value for at, value in values if at > seconds / 2]
        sixths = [[v for at, v in values if part * n <= at < part * (n + 1)] for n in range(int(seconds / part))]
        averages = " ".join(f"{sum(some) / len(some):.1f}" for some in sixths if some)
        print(f"{name}: averages {averages}; most {max(v for _, v in values):.1f}, in the second half {max(half or [0]):.1f}")
    print(f"peak of the resident set {record.states[-1][1]['peak']:.1f} MB; processor time {record.states[-1][1]['cpu']:.0f} s")


async def soak(board, options):
    ann = Connection(board)
    _, cookie, _ = await ann.form(board.first_link, name="Ann", password=PASSWORD, again=PASSWORD)
    ann.cookie = cookie

    async def account(name, role):
        _, _, page = await ann.form("/people/links", role=role, days=7)
        link = re.search(r"/join/[^<\s\"]+", page)[0]
        _, cookie, _ = await Connection(board).form(link, name=name, password=PASSWORD, again=PASSWORD)
        return cookie

    bob, cid = await account("Bob", "proposer"), await account("Cid", "reviewer")
    readers = [await account(f"Reader {number}", "reader") for number in range(1, 11)]
    record = Record()
    end = time.monotonic() + options.seconds
    tasks = [
        watch(board, record, end),
        lag(record, end),
        run_batches(board, record, end, ann.cookie),
        merge_proposals(board, record, end, bob, cid, ann.cookie),
    ]
    for number in range(options.connections):
        cookie = readers[number // 2 % len(readers)] if number % 2 else None
        tasks.append(read(board, record, end, cookie, number, options.every))
    tasks.append(read(board, record, end, readers[0], 0, 8 * options.every, FILES))
    tasks += [be_slow(board, record, end, number) for number in range(options.slow)]
    await asyncio.gather(*tasks)
    report(record, options.seconds)
    return record


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--slow", type=int, default=20)
    parser.add_argument("--every", type=float, default=1.0, help="seconds between a connection's requests")
    options = parser.parse_args()
    binary = os.environ.get("AFFIXBOARD_BIN") or f"{os.environ.get('CARGO_TARGET_DIR', ROOT / 'target')}/release/affixboard"
    if not os.access(binary, os.X_OK):
        sys.exit(f"no {binary}: cargo build --release comes first")
    # So that the program is ended with this one.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory() as folder:
        board = Board(os.path.abspath(binary), folder)
        try:
            asyncio.run(soak(board, options))
        finally:
            began = time.monotonic()
            board.process.send_signal(signal.SIGTERM)
            code = board.process.wait(60)
            print(f"ended with code {code} after {time.monotonic() - began:.1f} s")
            board.log.close()
            log = (Path(folder) / "log").read_text(errors="replace").splitlines()
            print(f"{len(log)} lines in its log" + "".join(f"\n  {line}" for line in log[:20]))


if __name__ == "__main__":
    main()
