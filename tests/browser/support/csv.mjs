// Reading CSV by RFC 4180, strictly: CRLF line ends, quotes only around whole fields.

export function readCsv(text) {
  const records = [];
  let at = 0;
  while (at < text.length) {
    const record = [];
    for (;;) {
      let field = "";
      if (text[at] === '"') {
        at += 1;
        for (;;) {
          if (at >= text.length) throw new Error("the text ends within quotes");
          if (text[at] !== '"') field += text[at++];
          else if (text[at + 1] === '"') {
            field += '"';
            at += 2;
          } else break;
        }
        at += 1;
      } else {
        while (at < text.length && !",\r\n".includes(text[at])) {
          if (text[at] === '"') throw new Error(`a quote within a bare field at ${at}`);
          field += text[at++];
        }
      }
      record.push(field);
      if (text[at] === ",") at += 1;
      else break;
    }
    if (text.slice(at, at + 2) !== "\r\n") throw new Error(`no CRLF at ${at}`);
    at += 2;
    records.push(record);
  }
  const [header, ...rows] = records;
  for (const row of rows) {
    if (row.length !== header.length) throw new Error(`${row.length} fields, expected ${header.length}: ${row}`);
  }
  return { header, rows };
}

// Text that could be taken for a formula is written with an apostrophe before it.
export function unguard(text) {
  return /^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text;
}
