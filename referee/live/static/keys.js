// Single-key shortcuts, silent while a field or a dialog has the keyboard.

import { byId } from "./dom.js";

const typing = (target) => target.closest?.("input, select, textarea, dialog[open], [contenteditable]");

export function onKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target)) return;
    if (byId("shortcuts")?.checked === false && event.key !== "?") return;
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
