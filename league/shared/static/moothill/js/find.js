// A list that is searched while somebody types: data-find names it, data-name of each line is what is looked in.
// Enter presses the button of the only line that matches, unless it is pressed already, and the search begins anew.
// The list may be brought up to date meanwhile, and stays searched.
(() => {
  const folded = (text) => text.toLocaleLowerCase().trim().replace(/\s+/g, " ");
  const plain = (text) => folded(text).normalize("NFD").replace(/\p{M}/gu, ""); // Zoe finds Zoë

  for (const field of document.querySelectorAll("input[data-find]")) {
    const list = document.querySelector(field.dataset.find);
    const last = field.form?.querySelector("[data-find-last]");
    const lines = () => [...list.querySelectorAll("[data-name]")];
    const search = () => {
      const wanted = plain(field.value).split(" "); // "ai ba" finds Ailsa Baird
      for (const line of lines()) line.hidden = !wanted.every((word) => plain(line.dataset.name).includes(word));
    };

    function theOne() {
      const found = lines().filter((line) => !line.hidden);
      if (found.length === 1) return found[0];
      const same = found.filter((line) => folded(line.dataset.name) === folded(field.value));
      return same.length === 1 ? same[0] : null;
    }

    field.addEventListener("input", search);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing || !folded(field.value)) return;
      event.preventDefault();
      search();
      const button = theOne()?.querySelector("button[aria-pressed]");
      if (!button) return field.select();
      if (button.getAttribute("aria-pressed") === "false") button.click();
      if (last) last.textContent = `\u2713 ${button.querySelector(".door-name").textContent.trim()}`;
      field.value = "";
      search();
    });
    new MutationObserver(search).observe(list, { childList: true, subtree: true });
    field.form?.addEventListener("submit", (event) => event.preventDefault());
    search();
    if (last && matchMedia("(hover: hover) and (pointer: fine)").matches && document.activeElement === document.body) field.focus();
  }
})();
