// A button that prints ([data-paper-print]) in place of the sentence that says how to without it.
const place = document.querySelector("[data-paper-button]");
if (place) {
  place.hidden = false;
  document.querySelector("[data-paper-sentence]").hidden = true;
  place.querySelector("[data-paper-print]").addEventListener("click", () => window.print());
}
