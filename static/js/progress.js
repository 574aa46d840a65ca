// Follows a batch while it runs and shows its result when it is done.

const box = document.querySelector("[data-events]");
const bar = box.querySelector("progress");
const made = box.querySelector("[data-made]");
const left = box.querySelector("[data-left]");
const waits = box.querySelector("[data-waits]");
const source = new EventSource(box.dataset.events);

source.addEventListener("progress", (event) => {
  const [percent, drops, , ...time] = event.data.split(" ");
  bar.value = percent;
  made.textContent = drops;
  if (left) left.textContent = time.join(" ");
  if (waits) waits.textContent = "";
});

source.addEventListener("waits", (event) => {
  if (waits) waits.textContent = event.data;
});

source.addEventListener("end", () => {
  source.close();
  location.reload();
});
