// A score sheet is kept while it is written, in the browser, by page and account; it is sent once, under the key that was
// made with it, and when the network is away as soon as it is back. What is refused comes back with its sentences.
(() => {
  const form = document.querySelector("[data-sheet]");
  if (!form) return;
  const words = document.querySelector("[data-sheet-words]").dataset;
  const prefix = `moothill:sheet:${form.dataset.account}:${form.dataset.club}:${form.dataset.leg}:`;
  const UNSENT = new Set(["csrfmiddlewaretoken", "look", "same", "another", "seen"]);
  const PATIENCE = 20000;
  const AGAIN = 15000;
  const status = form.querySelector("[data-sheet-status]");
  const button = form.querySelector("[data-sheet-send]");
  const another = form.querySelector("[data-sheet-new]");
  const kept = document.querySelector("[data-sheet-kept]");
  const flying = new Set();
  let draft = null; // the sheet that is open, once anything was written on it
  let filling = false;
  const dayHere = () => new Date().toLocaleDateString("sv"); // as 2026-11-22
  let opened = dayHere();

  const template = (name) => document.querySelector(`template[data-sheet-${name}]`).content.firstElementChild.cloneNode(true);
  const say = (sentence) => (status.textContent = sentence);

  function newKey() {
    if (crypto.randomUUID) return crypto.randomUUID();
    const bytes = crypto.getRandomValues(new Uint8Array(16)); // pages without TLS have no more
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }

  // What is kept

  const { all, keep, forget } = window.moothillKept(prefix);

  function fieldsOf() {
    const fields = {};
    for (const [name, value] of new FormData(form)) {
      if (!UNSENT.has(name) && typeof value === "string") fields[name] = value;
    }
    for (const [name, value] of Object.entries(draft?.fields ?? {})) {
      if (name.startsWith("sheet.") && !form.elements[name]) fields[name] = value; // of a sheet that is not here just now
    }
    return fields;
  }

  function titleOf() {
    const game = form.querySelector("[name=game]:checked")?.closest("label").textContent.trim() ?? "";
    const seats = [...form.querySelectorAll(".sheet-seat:not([hidden])")].map((row) => {
      const points = form.elements[`points-${row.dataset.seat}`].value;
      const place = row.querySelector(".sheet-placed")?.value;
      return [row.querySelector(".who-name")?.textContent, points, place && `(${place})`].filter(Boolean).join(" ");
    });
    return [game, seats.join(", ")].filter(Boolean).join(": ");
  }

  // A page that was left open overnight does not record today's game as yesterday's.
  function renewDay() {
    const { day } = form.elements;
    if (opened === dayHere() || draft) return;
    opened = dayHere();
    if (day.value === day.dataset.today) day.value = opened;
    day.max = day.dataset.today = opened;
  }

  function changed() {
    if (filling) return;
    renewDay();
    const fields = fieldsOf();
    if (draft && same(fields, draft.fields)) return; // the sum filled in what stood there: what was asked still is
    draft ??= { key: form.elements.key.value, href: location.pathname + location.search, answers: {} };
    Object.assign(draft, { fields, title: titleOf(), at: Date.now(), state: "draft", answers: {}, faults: {}, ask: "" });
    ask("");
    mend();
    say(keep(draft) ? words.kept : words.unkept);
    another.hidden = false;
  }

  function same(one, other) {
    const names = Object.keys(one);
    return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
  }

  // What is open

  function fill(one) {
    draft = one;
    filling = true;
    form.elements.key.value = one.key;
    put(one.fields);
    form.dispatchEvent(new CustomEvent("sheet:filled"));
    filling = false;
    another.hidden = false;
    const begun = Object.entries(one.fields).some(([name, value]) => name.startsWith("sheet.") && value);
    if (begun) form.querySelector("[data-sheet-whole]").open = true;
    show(one.faults ?? {});
    ask(one.ask ?? "");
    list();
  }

  function put(fields) {
    for (const control of form.elements) {
      if (!control.name || UNSENT.has(control.name) || control.name === "key") continue;
      if (control.type === "checkbox" || control.type === "radio") control.checked = fields[control.name] === control.value;
      else control.value = fields[control.name] ?? "";
    }
  }

  function begin({ anew = true } = {}) {
    draft = null;
    filling = true;
    form.reset(); // which leaves hidden fields as they are
    Object.assign(form.elements.mode, { value: "points" });
    Object.assign(form.elements.order, { value: "" });
    form.elements.key.value = newKey();
    renewDay();
    if (anew) form.dispatchEvent(new CustomEvent("sheet:cleared"));
    form.dispatchEvent(new CustomEvent("sheet:filled"));
    filling = false;
    another.hidden = true;
    show({});
    ask("");
    list();
  }

  function line(sentence) {
    const one = template("fault-line");
    one.querySelector("[data-words]").textContent = sentence;
    return one;
  }

  function show(faults) {
    const left = new Map(Object.entries(faults));
    for (const place of form.querySelectorAll("[data-sheet-at]")) {
      const names = place.dataset.sheetAt.split(" ").filter((name) => left.has(name));
      place.replaceChildren(...names.map((name) => line(left.get(name))));
      place.closest(".sheet-seat, [data-sheet-box], .field")?.classList.toggle("faulty", names.length > 0);
      for (const name of names) left.delete(name);
    }
    const notes = [...left.values()].map((sentence) => {
      const note = template("fault-note");
      note.querySelector("[data-words]").textContent = sentence;
      return note;
    });
    form.querySelector("[data-sheet-faults]").replaceChildren(...notes);
    for (const box of form.querySelectorAll("[data-sheet-whole]")) box.open ||= Object.keys(faults).some((name) => name.startsWith("sheet."));
  }

  // What was wrong with the quick sheet is said until something changes; the game's own sheet is added up anew.
  function mend() {
    for (const row of form.querySelectorAll(".sheet-seat.faulty")) {
      row.classList.remove("faulty");
      row.querySelector("[data-sheet-at]").replaceChildren();
    }
    form.querySelector("[data-sheet-faults]").replaceChildren();
  }

  function ask(html) {
    const place = form.querySelector("[data-sheet-ask]");
    place.innerHTML = html; // our own page's answer, never somebody's words
    place.querySelector("h2")?.focus();
  }

  // What is not sent yet

  function list() {
    const rest = all().filter((one) => one.key !== draft?.key);
    kept.hidden = rest.length === 0;
    kept.querySelector("ul").replaceChildren(...rest.map(item));
  }

  function item(one) {
    const row = template("kept-item");
    const told = { waiting: words.waiting, refused: words.refused, asked: words.asked, draft: words.unfinished };
    const when = new Date(one.at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    row.querySelector("[data-words]").textContent = one.title || "…";
    row.querySelector("[data-state]").textContent = `${told[one.state] ?? ""} ${when}`;
    row.querySelector("[data-open]").addEventListener("click", () => {
      fill({ ...one, state: "draft" });
      scrollTo({ top: 0 });
    });
    row.querySelector("[data-throw]").addEventListener("click", () => {
      forget(one.key);
      list();
    });
    return row;
  }

  // Sending

  async function send(one) {
    if (flying.has(one.key)) return;
    flying.add(one.key);
    keep(Object.assign(one, { state: "waiting" }));
    if (one.key === draft?.key) working(true);
    try {
      await settle(one, await answerTo(one));
    } finally {
      flying.delete(one.key);
      working(false);
      list();
    }
  }

  function working(is) {
    button.disabled = is;
    if (is) say(words.sending);
  }

  async function answerTo(one) {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...one.fields, ...one.answers, key: one.key })) body.append(name, value);
    body.append("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
    const headers = { Accept: "application/json" };
    try {
      const answer = await fetch(one.href, { method: "POST", body, headers, signal: AbortSignal.timeout(PATIENCE) });
      if (answer.redirected) return { later: words.signedOut };
      if (answer.ok) return await answer.json();
      if (answer.status === 403) return { later: words.stale };
      if (answer.status >= 500) return { later: words.silent };
      return { faults: { "": (await answer.json()).detail } };
    } catch {
      return { later: navigator.onLine ? words.silent : words.away };
    }
  }

  async function settle(one, told) {
    const open = one.key === draft?.key;
    if (told.later) {
      keep(one);
      if (open) begin();
      say(told.later);
      list();
      kept.scrollIntoView({ block: "nearest" });
      return;
    }
    if (told.sent) {
      forget(one.key);
      announce(one, told);
      if (open) begin();
      say("");
      return;
    }
    Object.assign(one, { state: told.ask ? "asked" : "refused", faults: told.faults ?? {}, ask: told.ask ?? "" });
    if (told.faults) one.answers = {};
    keep(one);
    if (open || !draft) fill(one);
    say("");
    form.querySelector(".faulty :is(input, select, button):not([hidden])")?.focus();
  }

  function announce(one, told) {
    const note = template("sent-note");
    note.querySelector("[data-words]").textContent = one.title;
    note.querySelector("[data-next]").textContent = told.sent;
    note.querySelector("[data-href]").href = told.href;
    document.querySelector("[data-sheet-sent]").prepend(note);
    note.scrollIntoView({ block: "nearest" });
  }

  function sendWaiting() {
    if (!navigator.onLine || document.hidden) return;
    for (const one of all()) if (one.state === "waiting" && one.key !== draft?.key) send(one);
  }

  form.addEventListener("input", changed);
  form.addEventListener("change", changed);
  form.addEventListener("sheet:inside", ({ detail: addRound }) => {
    if (!draft) return;
    filling = true;
    const begun = Object.keys(draft.fields).map((name) => Number(/^sheet\.round-(\d+)\./.exec(name)?.[1] ?? 0));
    addRound(Math.max(...begun));
    put({ ...fieldsOf(), ...draft.fields });
    filling = false;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter?.name === "look") return;
    if (flying.has(form.elements.key.value)) return;
    const { name, value } = event.submitter ?? {};
    const answers = { ...draft?.answers };
    changed();
    draft.answers = name ? { ...answers, [name]: value } : answers;
    send(draft);
  });
  another.addEventListener("click", () => begin());
  addEventListener("online", sendWaiting);
  document.addEventListener("visibilitychange", sendWaiting);
  setInterval(sendWaiting, AGAIN);

  // Whether something was written before this script had come.
  function written() {
    return [...form.elements].some((control) => {
      if (!control.name || control.type === "hidden") return false;
      if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
      if (control.options) return control.selectedIndex !== Math.max(0, [...control.options].findIndex((one) => one.defaultSelected));
      return "defaultValue" in control && control.value !== control.defaultValue;
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (form.querySelector(".fault, [data-sheet-question]")) return; // the server has just given it back
    const open = all().find((one) => one.state !== "waiting");
    if (written()) {
      changed();
      list();
    } else if (open) fill(open);
    else begin({ anew: false });
    if (open && draft === open) say(words.kept);
    sendWaiting();
  });
})();
