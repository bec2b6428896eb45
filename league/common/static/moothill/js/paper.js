// A button that prints. Without scripts a sentence says how to print.
document.querySelector("[data-paper-print]")?.addEventListener("click", () => window.print());
