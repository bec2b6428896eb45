// A list that is searched while somebody types: data-find names it, data-name of each line is what is looked in.
// The list may be brought up to date meanwhile, and stays searched.
(() => {
  const folded = (text) => text.toLocaleLowerCase().trim().replace(/\s+/g, " ");

  for (const field of document.querySelectorAll("input[data-find]")) {
    const list = document.querySelector(field.dataset.find);
    const search = () => {
      const wanted = folded(field.value);
      for (const line of list.querySelectorAll("[data-name]")) line.hidden = !line.dataset.name.includes(wanted);
    };
    field.addEventListener("input", search);
    new MutationObserver(search).observe(list, { childList: true, subtree: true });
    field.form?.addEventListener("submit", (event) => event.preventDefault());
    search();
  }
})();
