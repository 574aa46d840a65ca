// Small comforts on sheets; everything works without them.

const sheet = document.querySelector(".sheet");
const filter = document.querySelector('input[name="q"]');

for (const select of document.querySelectorAll("select[data-submit]")) {
  select.addEventListener("change", () => select.form.requestSubmit());
}

// Empty fields would only lengthen the address.
for (const form of document.querySelectorAll('form[method="get"]')) {
  form.addEventListener("submit", () => {
    for (const field of form.elements) {
      if (field.name && !field.value) field.disabled = true;
    }
  });
}

// A cell leads to the explanation of its row at its depth; without scripts the row's link does, with the depth to choose.
const depths = sheet ? [...sheet.querySelectorAll("thead th[data-depth]")].map((head) => head.dataset.depth) : [];
for (const link of sheet ? sheet.querySelectorAll(".why-link") : []) link.closest("tr").classList.add("explained");
sheet?.addEventListener("click", (event) => {
  const cell = event.target.closest("td:not(.lead)");
  const link = cell?.closest("tr").querySelector(".why-link");
  if (!link || event.target.closest("a") || !getSelection().isCollapsed) return;
  const cells = [...cell.parentElement.querySelectorAll("td:not(.lead)")];
  const target = new URL(link.href);
  target.searchParams.set("depth", depths[cells.indexOf(cell)]);
  if (event.ctrlKey || event.metaKey) open(target, "_blank", "noopener");
  else location.assign(target);
});

const steps = { j: [0, 78], k: [0, -78], h: [-120, 0], l: [120, 0] };

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/" && filter) {
    event.preventDefault();
    filter.focus();
    filter.select();
  } else if (sheet && steps[event.key]) {
    const [left, top] = steps[event.key];
    sheet.scrollBy({ left, top });
  }
});
