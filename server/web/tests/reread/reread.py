"""Reads what the dashboard wrote with other programs, and compares the numbers.

Called with a folder that has sheet.json, sheet.csv, sheet.long.csv, sheet.excel.csv, sheet.xlsx, all.zip, all.long.csv and
all.xlsx, and perhaps the path of LibreOffice. JSON as Python reads it is what the others are held against. Everything used
here is Python's own.
"""

import csv
import glob
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from xml.etree import ElementTree

XML = {"m": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
GUARDED = "=+-@\t\r\n'"


def unguard(text):
    return text[1:] if text[:1] == "'" and text[1:2] and text[1] in GUARDED else text


def read_csv(data, encoding="utf-8"):
    return list(csv.reader(io.StringIO(data.decode(encoding), newline="")))


def rows_of(sheet):
    totals = [("total", row) for row in sheet["totals"]]
    return totals + [(row["section"] or "", row) for row in sheet["rows"]]


def expected(cell):
    """What a wide table has for a cell: nothing, NA or a number."""
    if cell["how"] == "impossible":
        return None
    return "NA" if cell["how"] == "unknown" else cell["value"]


def check_wide(lines, sheet, what, number=float, close=lambda a, b: a == b, text=unguard):
    depths = [str(depth) for depth in sheet["depths"]]
    header, *lines = lines
    lead = len(header) - len(depths)
    assert header[:3] == ["section", "name", "index"], (what, header)
    assert header[lead:] == depths, (what, header)
    rows = rows_of(sheet)
    lines = [line for line in lines if line[0] != "note"]
    assert len(lines) == len(rows), (what, len(lines), len(rows))
    numbers = 0
    for line, (section, row) in zip(lines, rows):
        assert [text(field) for field in line[:2]] == [section, row["name"]], (what, line[:2], row["name"])
        assert line[2] == ("" if row["index"] is None else str(row["index"])), (what, line)
        for field, cell in zip(line[lead:], row["cells"]):
            wanted = expected(cell)
            if isinstance(wanted, float):
                assert close(number(field), wanted), (what, row["name"], field, wanted)
                numbers += 1
            else:
                assert field == (wanted or ""), (what, row["name"], field, wanted)
    assert numbers > 20, (what, numbers)
    print(f"{what}: {numbers} numbers are equal")
    return numbers


def check_long(lines, sheet, what):
    header, *lines = lines
    at = {name: place for place, name in enumerate(header)}
    lines = [line for line in lines if line[at["metric"]] != "note"]
    wanted = [(row, depth, cell) for _, row in rows_of(sheet) for depth, cell in zip(sheet["depths"], row["cells"])]
    assert len(lines) == len(wanted), (what, len(lines), len(wanted))
    for line, (row, depth, cell) in zip(lines, wanted):
        field = lambda name: line[at[name]]
        assert (unguard(field("name")), field("level"), field("how")) == (row["name"], str(depth), cell["how"]), line
        for name, key in [("value", "value"), ("low", "low"), ("high", "high"), ("error_bound", "error_bound"),
                          ("count", "count"), ("n", "n"), ("before", "before"), ("after", "after")]:
            if name in at:
                assert field(name) == "" if cell.get(key) is None else float(field(name)) == cell[key], (name, line, cell)
    print(f"{what}: {len(lines)} lines are equal")


def place(reference):
    letters = re.match("[A-Z]+", reference)[0]
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return int(reference[len(letters):]) - 1, column - 1


def read_workbook(path):
    """The worksheets of a workbook by name, as lines of text and numbers."""
    with zipfile.ZipFile(path) as book:
        assert book.testzip() is None
        read = lambda name: ElementTree.fromstring(book.read(name))
        strings = ["".join(text.text or "" for text in entry.iter("{%s}t" % XML["m"]))
                   for entry in read("xl/sharedStrings.xml").findall("m:si", XML)]
        # `_x000D_` stands for a character that XML can't hold.
        strings = [re.sub("_x([0-9A-F]{4})_", lambda code: chr(int(code[1], 16)), text) for text in strings]
        sheets = {}
        for number, sheet in enumerate(read("xl/workbook.xml").find("m:sheets", XML), 1):
            cells = {}
            page = read(f"xl/worksheets/sheet{number}.xml")
            for cell in page.iter("{%s}c" % XML["m"]):
                assert cell.find("m:f", XML) is None, "a formula"
                value = cell.find("m:v", XML)
                if value is not None:
                    number_or_text = strings[int(value.text)] if cell.get("t") == "s" else float(value.text)
                    cells[place(cell.get("r"))] = number_or_text
            height = 1 + max(line for line, _ in cells)
            width = 1 + max(column for _, column in cells)
            sheets[sheet.get("name")] = [[cells.get((line, column), "") for column in range(width)] for line in range(height)]
        return sheets


def as_written(value):
    return value if isinstance(value, str) else str(int(value))


def check_workbook(lines, sheet, what):
    """Numbers must be numbers there, and text must stand as it is."""
    lead = len(lines[0]) - len(sheet["depths"])
    lines = [[as_written(value) for value in line[:lead]] + line[lead:] for line in lines]
    lines[0] = [as_written(value) for value in lines[0]]

    def number(value):
        assert isinstance(value, float), (what, value)
        return value

    check_wide(lines, sheet, what, number=number, close=nearly, text=lambda text: text)


def nearly(a, b):
    """Workbooks have 15 to 17 digits of a number."""
    return abs(a - b) <= 1e-14 * max(abs(a), abs(b))


def convert(office, path, folder, profile, to, more=()):
    command = [office, f"-env:UserInstallation=file://{profile}", "--headless", *more, "--convert-to", to,
               "--outdir", folder, path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, (command, done.stdout, done.stderr)


def check_office(office, folder, sheet, sheets):
    with tempfile.TemporaryDirectory() as profile, tempfile.TemporaryDirectory() as out:
        # Commas, quotes, UTF-8, numbers as they are and not as they look, all worksheets.
        to = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1"

        def read(name):
            with open(glob.glob(os.path.join(glob.escape(out), name))[0], "rb") as file:
                return read_csv(file.read())

        convert(office, os.path.join(folder, "sheet.xlsx"), out, profile, to)
        first = next(iter(sheets))
        check_wide(read(f"sheet-{glob.escape(first)}.csv"), sheet, "LibreOffice, workbook", number=percent, close=nearly, text=lambda text: text)
        convert(office, os.path.join(folder, "all.xlsx"), out, profile, to)
        assert len(glob.glob(os.path.join(glob.escape(out), "all-*.csv"))) == len(read_workbook(os.path.join(folder, "all.xlsx")))
        # Read as English, for the point in numbers.
        convert(office, os.path.join(folder, "sheet.excel.csv"), out, profile, to, ["--infilter=CSV:44,34,76,1,,1033"])
        check_wide(read("sheet.excel*.csv"), sheet, "LibreOffice, CSV for Excel", close=nearly)


def percent(text):
    """As LibreOffice writes numbers that are shown in per cent: all digits, and the sign."""
    return float(text.removesuffix("%")) / 100 if text.endswith("%") else float(text)


def main(folder, office=None):
    def data(name):
        with open(os.path.join(folder, name), "rb") as file:
            return file.read()

    sheet = json.loads(data("sheet.json"))
    assert sheet["shape"] == 1
    check_wide(read_csv(data("sheet.csv")), sheet, "CSV")
    assert not data("sheet.csv").startswith(b"\xef\xbb\xbf") and data("sheet.excel.csv").startswith(b"\xef\xbb\xbf")
    check_wide(read_csv(data("sheet.excel.csv"), "utf-8-sig"), sheet, "CSV for Excel")
    check_long(read_csv(data("sheet.long.csv")), sheet, "CSV, long")
    sheets = read_workbook(os.path.join(folder, "sheet.xlsx"))
    assert list(sheets)[1:] == ["Numbers", "Provenance"], list(sheets)
    check_workbook(next(iter(sheets.values())), sheet, "workbook")
    facts = {line[0]: line[1] for line in sheets["Provenance"]}
    about = sheet["provenance"]
    assert (facts["Edition"], facts["Revision"], facts["Content hash"], facts["Obtained"], facts["Address"]) == (
        about["edition"], about["revision"], about["content_hash"], about["how"], re.sub(r"\.xlsx|\.json", "", sheet["address"])), facts

    # All item types: the files of the zip, the worksheets of the workbook and the lines of the long table are the same.
    whole = read_workbook(os.path.join(folder, "all.xlsx"))
    long = read_csv(data("all.long.csv"))
    tval, value, metric = (long[0].index(name) for name in ("tval", "value", "metric"))
    long = [line for line in long if line[metric] != "note"]
    counted = {}
    for line in long[1:]:
        counted.setdefault(line[tval], []).append(line[value])
    with zipfile.ZipFile(os.path.join(folder, "all.zip")) as files:
        assert files.testzip() is None
        names = [name for name in files.namelist() if name != "provenance.csv"]
        assert len(names) == len(whole) - 1 == len(counted) > 5, (names, list(whole), list(counted))
        for name, (title, lines) in zip(names, whole.items()):
            assert re.sub("[^a-z0-9]+", "-", title.lower()) == name.removesuffix(".csv"), (name, title)
            table = [line for line in read_csv(files.read(name)) if line[0] != "note"]
            depths = len(table[0]) - table[0].index("allocations") - 1
            flat = [field for line in table[1:] for field in line[-depths:]]
            assert [field.replace("NA", "") for field in flat] == counted[name.split("-")[0]], name
            for line, other in zip(table, lines):
                other = other + [""] * (len(line) - len(other))
                for field, cell in zip(line[-depths:], other[-depths:]):
                    same = field == cell if isinstance(cell, str) else nearly(float(field), cell)
                    assert same, (name, line, field, cell)
    print(f"all item types: {len(names)} files, {len(long) - 1} lines are equal")
    if office:
        check_office(office, folder, sheet, sheets)


if __name__ == "__main__":
    main(*sys.argv[1:])
