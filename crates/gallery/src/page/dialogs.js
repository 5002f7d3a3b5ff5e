// Windows over the page: Escape, the button and a click beside them close them.

/// Makes a dialog one of the page's windows, with `show(...contents)` to open it.
function openable(dialog) {
  document.body.append(dialog);
  // What is dragged out of the window, as text that is marked, was not pressed beside it.
  let beside = false;
  dialog.addEventListener("pointerdown", (event) => { beside = event.target === dialog; });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && beside) dialog.close();
    if (event.target.closest("a")) dialog.close();
  });
  const close = button(undefined, "Close", "close", () => dialog.close());
  close.classList.add("close");
  dialog.show = (...contents) => {
    // The contents have a box of their own, so that a click on the dialog itself is one beside it.
    dialog.replaceChildren(html("div", { class: "window" }, close, ...contents));
    dialog.showModal();
  };
  return dialog;
}
