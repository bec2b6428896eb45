// A round typed by keyboard alone: a table's number and Enter, its points seat by seat, and Enter after the last seat goes
// back to the number; Enter there without one goes on to the next table that is empty, and after the last of them sends.
// Ctrl+Enter sends from anywhere. Tables about which nothing was typed are not sent.
(() => {
  const number = document.querySelector("[data-table-number]");
  if (!number) return;
  const form = number.form;
  const tables = [...form.querySelectorAll("[data-table]")];
  const pointsOf = (table) => [...table.querySelectorAll("input[name$=-points]")];
  const tickOf = (input, what) => form.elements[input.name.replace(/-points$/, `-${what}`)];
  const placesOf = (table) => [...table.querySelectorAll("input[name$=-place]")];
  const endingOf = (table) => table.querySelector("select").value;
  const isEmpty = (table) => [...pointsOf(table), ...placesOf(table)].every((one) => !one.value) && !table.querySelector(":checked:not(option)") && !endingOf(table);
  let running = false; // since a table was called by its number


  // Places are asked for only where the scores leave them open: two are equal, the game ended early, or there are none.
  const showPlaces = document.querySelector("[data-show-places]");
  function askPlaces(table) {
    const scores = pointsOf(table).map((one) => one.value).filter(Boolean);
    const isTyped = placesOf(table).some((one) => one.value || one.closest("tr").querySelector(".fault"));
    const allDiffer = new Set(scores).size === scores.length;
    const isAsked = showPlaces.control.checked && scores.length === 0;
    table.classList.toggle("untied", allDiffer && !isAsked && !isTyped && !endingOf(table));
  }
  tables.forEach(askPlaces);
  showPlaces.addEventListener("change", () => tables.forEach(askPlaces));
  form.addEventListener("input", ({ target }) => /-(points|ending)$/.test(target.name) && askPlaces(target.closest("[data-table]")));

  form.addEventListener("formdata", ({ formData }) => {
    const empty = new Set(tables.filter(isEmpty).map((table) => table.querySelector("input[name$=-seen]").name));
    for (const [name, value] of [...formData]) if (empty.has(name) || (name.startsWith("leg-") && !value)) formData.delete(name);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    form.requestSubmit();
  });

  const count = form.querySelector("[data-filled]");
  function countFilled() {
    const filled = tables.filter((table) => !isEmpty(table)).length;
    count.textContent = count.dataset.filled.replace("%(filled)s", filled).replace("%(all)s", tables.length);
  }
  for (const kind of ["input", "change"]) form.addEventListener(kind, countFilled);
  countFilled();

  function call(table) {
    running = true;
    number.value = "";
    number.classList.remove("faulty");
    pointsOf(table)[0].focus();
    table.scrollIntoView({ block: "center" });
  }

  number.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    const wanted = number.value.trim();
    const table = wanted ? tables.find((one) => one.dataset.table === wanted) : tables.find(isEmpty);
    if (!table && !wanted) return; // which sends the form
    event.preventDefault();
    const clash = wanted && form.querySelector(`[data-clash="${CSS.escape(wanted)}"] input[type=checkbox]`);
    if (table) call(table);
    else if (clash) clash.focus();
    else number.select();
  });

  function end(input, kind) {
    const table = input.closest("[data-table]");
    table.querySelector("details").open = true;
    table.querySelector("select").value = kind;
    askPlaces(table);
    return true;
  }

  const KEYS = {
    f: (input) => tickOf(input, "away") && (tickOf(input, "away").checked = true),
    t: (input) => end(input, "time"),
    a: (input) => end(input, "abandoned"),
    l: (input) => {
      end(input, "left");
      tickOf(input, "left").checked = true;
    },
    c: (input) => {
      const confirm = input.closest("[data-table]").querySelector("input[name$=-confirm]");
      if (confirm) confirm.checked = true;
      return confirm;
    },
  };
  Object.assign(KEYS, { i: KEYS.a, s: KEYS.l }); // the letters of the Portuguese page
  const ENDS_TABLE = "faic";

  form.addEventListener("keydown", (event) => {
    const input = event.target;
    if (!running || !input.matches("input[name$=-points]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const fields = pointsOf(input.closest("[data-table]"));
    const next = fields[fields.indexOf(input) + 1];
    if (key in KEYS) {
      event.preventDefault();
      const isMarked = KEYS[key](input);
      form.dispatchEvent(new Event("change")); // for what keeps the form
      if (isMarked && ENDS_TABLE.includes(key)) number.focus();
    } else if (key === "enter") {
      event.preventDefault();
      (next ?? number).focus();
      next?.select();
    }
  });
  form.addEventListener("pointerdown", () => (running = false));

  // Ready for the first key, where a keyboard is likely and nothing on the page wants to be read first.
  const isRead = document.activeElement !== document.body || location.hash || form.querySelector(".faulty, .fault, [data-clash]");
  if (matchMedia("(hover: hover) and (pointer: fine)").matches && !isRead) number.focus({ preventScroll: true });
})();
