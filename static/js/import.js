// Dropping a folder, several files or a zip onto the form.

// The form is looked up anew each time: a refusal replaces it.
const form = () => document.querySelector("form.form");
const drop = () => document.querySelector(".drop");

// What may have tables without rules, where these are chosen: the notations that docs/games/tables.md lists.
const isTable = (name, path) =>
  form().elements.game?.value === "tables" &&
  /\.(json|jsonc|json5|toml|ya?ml|csv|tsv|c|cc|cpp|cxx|h|hh|hpp|rs)$/i.test(name) &&
  !/(^|\/)(\.[^/]*|target|vendor|node_modules)\//.test(path);

// Edit files, sources that a game is read from with headers that they may include, and zips; the rest of a game's folder stays
// where it is.
const isTaken = (name, path) =>
  isTable(name, path) ||
  /\.(txt|zip)$/i.test(name) ||
  form().dataset.names.split(" ").includes(name.toLowerCase()) ||
  (/\.h$/i.test(name) && /(^|\/)(include|src)\/$/.test(path));

async function collect(entry, path, files) {
  if (entry.isFile && isTaken(entry.name, path)) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    files.push([path + file.name, file]);
  } else if (entry.isDirectory) {
    const reader = entry.createReader();
    for (;;) {
      const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (entries.length === 0) break;
      for (const child of entries) await collect(child, `${path}${entry.name}/`, files);
    }
  }
}

async function send(files) {
  const data = new FormData();
  for (const field of form().elements) if (field.name && field.type !== "file") data.append(field.name, field.value);
  for (const [path, file] of files) data.append("files", file, path);
  let response;
  try {
    response = await fetch(form().action, { method: "POST", body: data });
  } catch {
    // No answer: the dashboard is gone, or a file was changed or removed since it was chosen.
    say("The files could not be sent. Choose them again.");
    return;
  }
  if (response.redirected) {
    location.assign(response.url);
    return;
  }
  // The answer is a page of this site: shown as it is.
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  document.querySelector("main").replaceWith(page.querySelector("main"));
  document.title = page.title;
}

// Says what went wrong above the form, as the server does.
function say(text) {
  document.querySelector(".problem")?.remove();
  const problem = document.createElement("p");
  problem.className = "problem";
  problem.setAttribute("role", "alert");
  problem.textContent = text;
  form().before(problem);
}

for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => {
    if (!drop()) return;
    event.preventDefault();
    drop().classList.add("over");
  });
}
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) drop()?.classList.remove("over");
});
document.addEventListener("drop", async (event) => {
  if (!drop()) return;
  event.preventDefault();
  drop().classList.remove("over");
  // Both lists are gone when the event is.
  const plain = [...event.dataTransfer.files];
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  if (!form().reportValidity()) return;
  const files = entries.length > 0 ? [] : plain.map((file) => [file.name, file]);
  for (const entry of entries) await collect(entry, "", files);
  await send(files);
});

// A folder is sent with its paths, so that the right one of its folders is found.
document.addEventListener("submit", (event) => {
  if (event.target !== form()) return;
  const folder = [...(form().elements.folder?.files ?? [])];
  if (folder.length === 0) return;
  event.preventDefault();
  send(folder.filter((file) => isTaken(file.name, (file.webkitRelativePath || "").slice(0, -file.name.length))).map((file) => [file.webkitRelativePath || file.name, file]));
});
