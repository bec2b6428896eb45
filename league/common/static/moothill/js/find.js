// A list that is searched while somebody types: data-find names it, data-name of each line is what is looked in.
// Each word that is typed begins a word of the name; where no name fits so, it may be anywhere in the name.
// Enter presses the button of the only line that matches, unless it is pressed already, and the search begins anew.
// The list may be brought up to date meanwhile, and stays searched.
(() => {
  const folded = (text) => text.toLocaleLowerCase().trim().replace(/\s+/g, " ");
  const plain = (text) => folded(text).normalize("NFD").replace(/\p{M}/gu, ""); // Zoe finds Zoë

  const wordsOf = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean); // "(no. 17)" is found as typed

  function begins(name, wanted) {
    const words = wordsOf(name);
    return wanted.every((begin) => {
      const at = words.findIndex((word) => word.startsWith(begin));
      return at >= 0 && words.splice(at, 1);
    });
  }

  for (const field of document.querySelectorAll("input[data-find]")) {
    const list = document.querySelector(field.dataset.find);
    const last = field.form?.querySelector("[data-find-last]");
    const lines = () => [...list.querySelectorAll("[data-name]")];
    const search = () => {
      const wanted = wordsOf(field.value).sort((one, other) => other.length - one.length); // "ai ba" finds Ailsa Baird
      const begun = lines().filter((line) => begins(line.dataset.name, wanted));
      const isFound = begun.length ? (line) => begun.includes(line) : (line) => wanted.every((word) => plain(line.dataset.name).includes(word));
      for (const line of lines()) line.hidden = !isFound(line);
    };

    function theOne() {
      const found = lines().filter((line) => !line.hidden);
      if (found.length === 1) return found[0];
      const same = found.filter((line) => folded(line.dataset.name) === folded(field.value));
      return same.length === 1 ? same[0] : null;
    }

    field.addEventListener("input", () => {
      if (last && !last.textContent.startsWith("\u2713")) last.textContent = ""; // it was about the search before
      search();
    });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing || !folded(field.value)) return;
      event.preventDefault();
      search();
      const button = theOne()?.querySelector("button[aria-pressed]");
      if (!button) {
        if (last) last.textContent = lines().every((line) => line.hidden) ? last.dataset.none : last.dataset.several;
        return field.select();
      }
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
