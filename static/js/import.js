// Dropping a folder, several files or a zip onto the form.

const form = document.querySelector("form.form");
const drop = document.querySelector(".drop");

async function collect(entry, path, files) {
  if (entry.isFile) {
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
  data.append("edition", form.elements.edition.value);
  for (const [path, file] of files) data.append("files", file, path);
  const response = await fetch(form.action, { method: "POST", body: data });
  if (response.redirected) {
    location.assign(response.url);
    return;
  }
  // The answer is a page of this site: shown as it is.
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  document.querySelector("main").replaceWith(page.querySelector("main"));
  document.title = page.title;
}

for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) drop.classList.remove("over");
});
document.addEventListener("drop", async (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  if (!form.reportValidity()) return;
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
  const files = [];
  for (const entry of entries) await collect(entry, "", files);
  if (files.length > 0) await send(files);
});

// A folder is sent with its paths, so that the right one of its folders is found.
form.addEventListener("submit", (event) => {
  const folder = [...form.elements.folder.files].filter((file) => file.name.toLowerCase().endsWith(".txt"));
  if (folder.length === 0) return;
  event.preventDefault();
  send(folder.map((file) => [file.webkitRelativePath || file.name, file]));
});
