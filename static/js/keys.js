// Keys of single letters: what they do, a list of them, and a switch that is remembered.

const OFF = "affixboard-keys-off";

export const keysAreOn = () => {
  try {
    return localStorage.getItem(OFF) === null;
  } catch {
    // A browser that keeps nothing has them on.
    return true;
  }
};

const help = () => document.querySelector("dialog.keys");

function open() {
  const dialog = help();
  if (!dialog || dialog.open) return;
  dialog.querySelector("input").checked = keysAreOn();
  dialog.showModal();
}

// Calls what belongs to a key, unless something is typed or keys are off; `?` opens the list, which has the switch.
export function startKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.target.closest("input, select, textarea, dialog")) return;
    if (event.ctrlKey || event.metaKey || event.altKey || !keysAreOn()) return;
    const action = event.key === "?" ? open : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-keys]")) return;
    event.preventDefault();
    open();
  });
  help()?.querySelector("input").addEventListener("change", (event) => {
    try {
      if (event.target.checked) localStorage.removeItem(OFF);
      else localStorage.setItem(OFF, "1");
    } catch {
      // Then they are on again with the next page.
    }
  });
}
