#!/usr/bin/env bash
# How long a page of a sheet takes with 32 connections while a batch runs, beside Datasette with the same table on the same
# machine in the same run. Needs `wrk`, `datasette` and `python3`; docs/PERFORMANCE.md has figures.
#
# usage: server/web/benches/load/run.sh [seconds per measurement]
set -euo pipefail
cd "$(dirname "$0")/../../../.."

seconds=${1:-20}
binary=${AFFIXBOARD_BIN:-${CARGO_TARGET_DIR:-target}/release/affixboard}
[ -x "$binary" ] || { echo "no $binary: cargo build --release comes first" >&2; exit 1; }
for tool in wrk datasette python3 curl; do
  command -v "$tool" >/dev/null || { echo "no $tool" >&2; exit 1; }
done

folder=$(mktemp -d)
board=http://127.0.0.1:9471
other=http://127.0.0.1:9472
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT

"$binary" serve --addr "${board#http://}" --data-dir "$folder/data" --log warn >"$folder/board.log" 2>&1 &
until curl -sf "$board/readyz" >/dev/null; do sleep 0.1; done
revision=/editions/affix-branch-starter/revisions/1
sheet=$revision/types/23

curl -sf "$board$sheet.csv" -o "$folder/sheet.csv"
python3 - "$folder" <<'PYTHON'
import csv, sqlite3, sys
folder = sys.argv[1]
rows = list(csv.reader(open(f"{folder}/sheet.csv", encoding="utf-8", newline="")))
table = sqlite3.connect(f"{folder}/sheet.db")
names = ", ".join('"' + name.replace('"', '""') + '"' for name in rows[0])
table.execute(f"CREATE TABLE sheet ({names})")
table.executemany(f"INSERT INTO sheet VALUES ({', '.join('?' * len(rows[0]))})", rows[1:])
table.commit()
print(f"{len(rows) - 1} rows, {len(rows[0])} columns")
PYTHON
datasette serve "$folder/sheet.db" --port "${other##*:}" --setting max_returned_rows 2000 >"$folder/datasette.log" 2>&1 &
until curl -sf "$other/sheet/sheet.json" >/dev/null; do sleep 0.1; done

batch() {
  curl -sf -o /dev/null -w '%{redirect_url}' -H "Origin: $board" "$board$revision/batches" \
    --data 'depths=1-100&drops=5000000&normal=on&good=on&great=on&seed=1'
}
# Latencies of half and of 99 % of the answers, and answers per second.
measure() {
  printf '%-46s' "$1"
  wrk -t 2 -c 32 -d "${seconds}s" --latency -H 'Accept-Encoding: gzip' ${3:+-s "$3"} "$2" >"$folder/wrk"
  awk '/ 50%/ { p50 = $2 } / 99%/ { p99 = $2 } /Requests\/sec/ { rate = $2 } /Non-2xx|Socket errors/ { bad = bad " " $0 }
       END { printf "p50 %-9s p99 %-9s %s/s%s\n", p50, p99, rate, bad }' "$folder/wrk"
}
each() {
  measure "sheet page" "$board$sheet"
  measure "sheet page, asked for the first time" "$board$sheet" server/web/benches/load/first.lua
  measure "Datasette, the same table" "$other/sheet/sheet?_size=max"
}

echo "--- nothing else runs"
each
echo "--- while a batch runs"
batch=$(batch)
each
curl -sf -H "Origin: $board" -X POST "$batch/cancel" >/dev/null || echo "the batch had ended before"
