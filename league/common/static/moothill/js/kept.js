// What is typed is kept in this browser until it has been sent. `moothillKept` is a shelf of entries whose names begin alike.
window.moothillKept = (prefix) => ({
  all() {
    const found = [];
    try {
      for (const name of Object.keys(localStorage)) {
        if (name.startsWith(prefix)) found.push(JSON.parse(localStorage.getItem(name)));
      }
    } catch {
      return []; // a browser that keeps nothing, or what is no entry
    }
    return found.sort((one, other) => other.at - one.at);
  },

  keep(one) {
    try {
      localStorage.setItem(prefix + one.key, JSON.stringify(one));
      return true;
    } catch {
      return false;
    }
  },

  forget(key) {
    try {
      localStorage.removeItem(prefix + key);
    } catch {
      // it was never kept
    }
  },
});

// Long forms (form[data-keep] names the account): kept while somebody types, filled in again when the page is opened again,
// forgotten once the site has taken the form. The site takes a form by redirecting; every other answer comes directly.
// data-keep-question keeps what is typed for each query of the address apart, where the form depends on it.
// data-bound marks a form that the server gave back as it was typed. Where nothing can be kept the browser asks "Leave page?".
(() => {
  const shelf = window.moothillKept("moothill:typed:");
  const SENT = "moothill:sent"; // in this tab: the key of the form that waits for its answer
  const LONGEST = 14 * 24 * 3600 * 1000;
  const SKIPPED = new Set(["password", "file", "hidden", "submit", "button", "reset", "image", "select-multiple"]);
  const form = document.querySelector("form[data-keep]");
  const question = form?.hasAttribute("data-keep-question") ? location.search : "";
  const key = form && `${form.dataset.keep}:${location.pathname}${question}`;
  const isBound = form?.hasAttribute("data-bound");

  const pathOf = (one) => new URL(one.getAttribute("action") || location.href, location.href).pathname;

  function waiting() {
    try {
      const sent = JSON.parse(sessionStorage.getItem(SENT));
      sessionStorage.removeItem(SENT);
      return sent;
    } catch {
      return null;
    }
  }

  function wait(sent) {
    try {
      sessionStorage.setItem(SENT, JSON.stringify(sent));
    } catch {
      // then it is filled in again next time
    }
  }

  // What became of the form that was sent last

  const sent = waiting();
  const isTaken = performance.getEntriesByType("navigation")[0]?.redirectCount > 0 && !document.querySelector("main .note.error");
  if (sent && isTaken) shelf.forget(sent.key);
  else if (sent) {
    for (const one of document.querySelectorAll("main form[method=post]")) {
      const sendsIt = pathOf(one) === sent.path || one.elements.namedItem("unsent"); // a preview, or a sign-in that carries it
      if (sendsIt) one.addEventListener("submit", () => wait(sent));
    }
  }
  for (const one of shelf.all()) if (one.at < Date.now() - LONGEST) shelf.forget(one.key);
  if (!form) return;

  const note = form.querySelector("[data-kept-note]");
  let isUnsafe = false; // something is typed that could not be kept

  const isBox = (control) => control.type === "checkbox" || control.type === "radio";
  const nameOf = (control) => (isBox(control) ? `${control.name}=${control.value}` : control.name);
  const valueOf = (control) => (isBox(control) ? control.checked : control.value);
  const controls = () => [...form.elements].filter((one) => one.name && !SKIPPED.has(one.type) && "value" in one && one.type !== "fieldset");

  function givenTo(control) {
    if (isBound) return isBox(control) ? false : "";
    if (isBox(control)) return control.defaultChecked;
    if (control.options) return ([...control.options].find((one) => one.defaultSelected) ?? control.options[0])?.value;
    return control.defaultValue;
  }

  function typed() {
    const changed = controls().filter((one) => valueOf(one) !== givenTo(one));
    const left = [...form.querySelectorAll("input[data-kept-rest]")].map((one) => [one.dataset.keptRest, one.value]);
    return Object.fromEntries([...changed.map((one) => [nameOf(one), valueOf(one)]), ...left]);
  }

  function keep() {
    const fields = typed();
    const isTyped = Object.keys(fields).length > 0;
    if (isTyped) isUnsafe = !shelf.keep({ key, fields, at: Date.now() });
    else {
      shelf.forget(key);
      isUnsafe = false;
    }
  }

  function fillIn({ fields, at }) {
    const known = new Set();
    for (const control of controls()) {
      const name = nameOf(control);
      known.add(name);
      if (!(name in fields)) continue;
      if (isBox(control)) control.checked = fields[name];
      else control.value = fields[name];
      control.closest("details")?.setAttribute("open", "");
    }
    if (form.hasAttribute("data-keep-rest")) {
      // of a game that has its result by now: the server shows both beside one another
      for (const [name, value] of Object.entries(fields)) if (!known.has(name) && value) form.append(rest(name, value));
    }
    if (!note) return;
    note.hidden = false;
    const when = new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    note.querySelector("[data-kept-when]").textContent = when;
  }

  function rest(name, value) {
    const [plain, box] = name.split("=");
    const input = Object.assign(document.createElement("input"), { type: "hidden", name: plain, value: box ?? value });
    input.dataset.keptRest = name;
    return input;
  }

  note?.querySelector("[data-kept-discard]").addEventListener("click", () => {
    shelf.forget(key);
    form.reset();
    for (const one of form.querySelectorAll("input[data-kept-rest]")) one.remove();
    note.hidden = true;
    isUnsafe = false;
    form.querySelector("input:not([type=hidden]), textarea, select")?.focus();
  });

  form.addEventListener("input", keep);
  form.addEventListener("change", keep);
  form.addEventListener("submit", () => {
    keep();
    wait({ key, path: pathOf(form) });
    isUnsafe = false;
  });
  addEventListener("beforeunload", (event) => isUnsafe && event.preventDefault());

  const before = shelf.all().find((one) => one.key === key);
  if (isBound) keep();
  else if (Object.keys(typed()).length > 0) keep(); // typed before this script had come, or restored by the browser
  else if (before) fillIn(before);
})();
