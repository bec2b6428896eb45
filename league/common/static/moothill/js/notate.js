// Typing a record ([data-notate]). The page works without this: every button posts the whole text. With it the text is
// read a moment after each key, what may follow is added by a tap, and the text outlives a lost connection: this
// browser keeps it until the house has it.
(() => {
  const form = document.querySelector("[data-notate]");
  if (!form || !window.fetch) return;

  const PAUSE = 450; // milliseconds after the last key
  const AGAIN = 4000; // until the next try, while there is no connection
  const MUCH_LATER = 20000; // after more than the house reads in a minute
  const PATIENCE = 20000; // with an answer
  const text = form.elements.text;
  const kept = form.querySelector("[data-kept]");
  const key = `moothill.draft.${form.dataset.draft}`;
  let timer = 0;
  let asking = false; // one at a time: the answer says which revision the next text goes on from
  let next = null; // what is to be asked then
  let unanswered = null; // the text whose answer was lost: sent again, it is answered whether the house has it or not
  let known = text.defaultValue; // what the house has

  const say = (what) => (kept.textContent = what ? kept.dataset[`words${what}`] : "");
  const remember = () => {
    try {
      localStorage.setItem(key, JSON.stringify({ text: text.value, revision: form.elements.revision.value }));
    } catch {} // a browser without room still has the page
  };
  const forget = () => {
    try {
      localStorage.removeItem(key);
    } catch {}
  };

  function restore() {
    let found = null;
    try {
      found = JSON.parse(localStorage.getItem(key));
    } catch {}
    if (!found || found.text === text.value || found.revision !== form.elements.revision.value) return;
    text.value = found.text;
    say("Found");
  }

  // What was offered goes on from a text that is no longer so.
  const closeOffers = () => form.querySelectorAll(".offer, [name=send]").forEach((button) => (button.disabled = true));

  function plan(pause = PAUSE) {
    remember();
    closeOffers();
    clearTimeout(timer);
    timer = setTimeout(send, pause);
  }

  async function send(extra) {
    next = { extra: extra ?? next?.extra };
    if (asking) return;
    asking = true;
    while (next) {
      const { extra: what } = next;
      next = null;
      await ask(what);
    }
    asking = false;
  }

  async function ask(extra) {
    clearTimeout(timer);
    const sent = unanswered ?? text.value;
    const body = new FormData(form);
    body.set("text", sent);
    if (extra) body.set(extra, "1");
    say("Typing");
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(PATIENCE), redirect: "manual" });
      if (answer.type === "opaqueredirect") return say("Gone");
      if (!answer.ok) throw new Error(String(answer.status));
      show(await answer.text(), sent);
      if (unanswered !== null && text.value !== sent) next ??= {};
      unanswered = null;
    } catch {
      unanswered = sent;
      say("Lost");
      timer = setTimeout(send, AGAIN);
    }
  }

  function show(fragment, sent) {
    const desk = document.getElementById("desk");
    desk.outerHTML = fragment;
    const now = document.getElementById("desk");
    say("");
    if (now.dataset.refused === "too-many") timer = setTimeout(send, MUCH_LATER);
    if (now.dataset.refused) return;
    form.elements.revision.value = now.dataset.revision;
    known = sent;
    if (text.value === sent) {
      forget();
      say("Kept");
    } else {
      remember();
      closeOffers();
    }
  }

  // What is tapped goes to the end of the text, where the next step belongs.
  function add(words) {
    text.value += words;
    text.scrollTop = text.scrollHeight;
    if (words.endsWith(" ")) text.focus(); // what came up is still to be typed
    plan(0);
  }

  function goTo(line) {
    const lines = text.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    text.scrollTop = ((line - 3) * text.scrollHeight) / lines.length;
  }

  text.addEventListener("input", () => plan());
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.goTo) goTo(Number(button.dataset.goTo));
    else if (button.name === "add") add(button.value);
    else if (button.name === "over") send("over");
    else if ("check" in button.dataset) send();
    else return; // sending on is a page of its own
    event.preventDefault();
  });
  form.addEventListener("click", (event) => event.target.closest("[data-newer]") && forget());
  form.addEventListener("submit", () => (known = text.value));
  addEventListener("online", () => text.value !== known && send());
  addEventListener("beforeunload", (event) => text.value !== known && event.preventDefault());
  text.scrollTop = text.scrollHeight; // a game goes on where it ends
  restore();
  if (text.value !== known) plan(0); // also what was typed before this script had come
})();
