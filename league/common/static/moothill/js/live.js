// In a row that slides, such as the menu on a phone, the page that is open is in sight.
for (const here of document.querySelectorAll("nav [aria-current]")) {
  const row = here.closest("ul, ol");
  const side = (row?.clientWidth - here.offsetWidth) / 2;
  row?.scrollBy(here.getBoundingClientRect().left - row.getBoundingClientRect().left - side, 0);
}

// The script that keeps typed forms comes only to pages with such a form, and to the page after one was sent.
((kept) => {
  let isSent = false;
  try {
    isSent = sessionStorage.getItem("moothill:sent") !== null;
  } catch {
    // a browser that keeps nothing
  }
  if (document.querySelector(`script[src="${kept}"]`)) return; // the score sheet has it
  if (isSent || document.querySelector("form[data-keep]")) document.head.append(Object.assign(document.createElement("script"), { src: kept }));
})(document.currentScript.dataset.kept);

// Pages bring themselves up to date. `/events` says only "topic, revision"; every element that names the topic
// (data-live-topic, several separated by spaces) fetches its own fragment (data-live-href) anew, at most once a second
// for a topic. Rows and items keep their identity by data-key: what moved shows how, what changed is marked.
(() => {
  const token = document.body.dataset.liveToken;
  if (!token || !window.EventSource) return;

  const INTERVAL = 1000;
  const LONGEST_WAIT = 30000;
  const TRIES = 4; // after which only the next word of the topic asks again
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const seen = new Map(); // topic -> revision heard last
  const waiting = new Map(); // topic -> timer
  const later = new WeakMap(); // element -> timer
  let source = null;
  let wait = INTERVAL;
  let reconnection = 0;

  // What nobody announces, such as a worker that falls silent, is looked for every few seconds (data-live-every).
  for (const element of document.querySelectorAll("[data-live-every]")) {
    const { liveHref } = element.dataset;
    const current = () => document.querySelector(`[data-live-every][data-live-href="${liveHref}"]`);
    setInterval(() => !document.hidden && current() && refresh(current()), 1000 * element.dataset.liveEvery);
  }

  const watchers = (topic) =>
    [...document.querySelectorAll("[data-live-topic]")].filter((it) => it.dataset.liveTopic.split(" ").includes(topic));

  function connect() {
    if (source || document.hidden) return;
    source = new EventSource(`/events?token=${encodeURIComponent(token)}`);
    source.onopen = () => {
      if (wait > INTERVAL) refreshAll(); // something may have been said while nobody listened
      wait = INTERVAL;
    };
    source.onmessage = (message) => heard(JSON.parse(message.data));
    source.addEventListener("back", refreshAll); // announcements could not be heard for a while
    source.onerror = () => {
      disconnect();
      say("lost");
      if (wait > INTERVAL) refreshAll(); // without a stream the page asks by itself, in the end every half a minute
      reconnection = setTimeout(connect, wait * (0.5 + Math.random()));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
  }

  function disconnect() {
    clearTimeout(reconnection);
    source?.close();
    source = null;
  }

  function heard({ topic, revision }) {
    if (seen.get(topic) === revision) return; // told again after a reconnection
    seen.set(topic, revision);
    plan(topic);
  }

  // The first word of a topic is followed at once, the next ones together, a second after.
  function plan(topic) {
    if (waiting.has(topic)) {
      waiting.get(topic).again = true;
      return;
    }
    const turn = { again: false };
    waiting.set(topic, turn);
    for (const element of watchers(topic)) refresh(element);
    setTimeout(() => {
      waiting.delete(topic);
      if (turn.again) plan(topic);
    }, INTERVAL);
  }

  function refreshAll() {
    for (const element of document.querySelectorAll("[data-live-topic][data-live-href]")) refresh(element);
  }

  async function refresh(element, tries = 0) {
    clearTimeout(later.get(element));
    if (isInUse(element)) return;
    const target = element.id ?? "";
    let answer;
    try {
      const headers = { "HX-Request": "true", "HX-Target": target };
      answer = await fetch(element.dataset.liveHref, { headers });
    } catch {
      return; // the stream's own error brings us back
    }
    if (answer.status === 503) comeBack(element, answer.headers.get("Retry-After"), tries);
    if (!answer.ok || answer.status === 204 || answer.redirected) return; // the session has ended: what is shown stays
    const html = await answer.text();
    await press; // a button that goes away under the finger is never clicked
    if (!isInUse(element)) swap(element, html);
  }

  // A site that is too busy says after how many seconds to come back; those it told so come one after another.
  function comeBack(element, seconds, tries) {
    if (!(seconds > 0) || tries === TRIES) return;
    clearTimeout(later.get(element));
    later.set(element, setTimeout(() => refresh(element, tries + 1), 1000 * seconds * (1 + Math.random())));
  }

  function isInUse(element) {
    const field = document.activeElement?.closest("input, select, textarea");
    return !element.isConnected || (element.contains(field) && !field.closest("[data-held]"));
  }

  let press = null; // a promise that is kept when the finger is lifted
  let lift = null;
  addEventListener("pointerdown", () => (press ??= new Promise((done) => (lift = done))));
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => setTimeout(() => {
      lift?.();
      press = null;
    }));
  }

  function swap(element, html) {
    const fresh = new DOMParser().parseFromString(`<template>${html}</template>`, "text/html").querySelector("template").content;
    const root = fresh.firstElementChild;
    const whole = root && fresh.childElementCount === 1 && root.matches("[data-live-topic]");
    // What somebody is filling in stays as it is: the site tells them when it has changed meanwhile.
    const held = [...element.querySelectorAll("[data-held][data-key]")];
    const placeOf = (one) => fresh.querySelector(`[data-key="${CSS.escape(one.dataset.key)}"]`);
    if (!held.every(placeOf)) return; // without its place it would be lost
    const before = positions(element);
    const opened = [...element.querySelectorAll("details[open]")].map(nameOf);
    const focus = document.activeElement;
    const isHeld = element.contains(focus) && focus.closest("[data-held]");
    const place = element.contains(focus) && !isHeld ? leadsTo(focus) : null;
    for (const one of held) placeOf(one).replaceWith(one);
    if (whole) element.replaceWith(root);
    else element.replaceChildren(fresh);
    const now = whole ? root : element;
    window.htmx?.process(now);
    for (const details of now.querySelectorAll("details")) details.open ||= opened.includes(nameOf(details));
    if (place) [...now.querySelectorAll("a[href], button")].find((it) => leadsTo(it) === place)?.focus({ preventScroll: true });
    if (isHeld) focus.focus({ preventScroll: true });
    if (mark(now, before)) say("changed");
    now.dispatchEvent(new CustomEvent("moothill:refreshed", { bubbles: true }));
  }

  // What somebody opened stays open: an opening is known by its row and its place in it.
  function nameOf(details) {
    const row = details.closest("[data-key]") ?? details.closest("[data-live-topic]");
    return `${row.dataset.key ?? ""} ${[...row.querySelectorAll("details")].indexOf(details)}`;
  }

  // What keeps the focus: a link by its address, a button by its form's address and its words.
  function leadsTo(it) {
    return it.getAttribute("href") ?? `${it.form?.getAttribute("action") ?? ""} ${it.textContent}`;
  }

  function positions(element) {
    const rows = new Map();
    for (const row of element.querySelectorAll("[data-key]")) {
      rows.set(row.dataset.key, { top: topOf(row), text: row.textContent });
    }
    return rows;
  }

  // Within its list: what moved only because something above it grew did not move.
  function topOf(row) {
    return row.getBoundingClientRect().top - row.parentElement.getBoundingClientRect().top;
  }

  function mark(element, before) {
    let changes = 0;
    for (const row of element.querySelectorAll("[data-key]")) {
      const old = before.get(row.dataset.key);
      const shift = old ? old.top - topOf(row) : 0;
      if (old && old.text === row.textContent && Math.abs(shift) < 1) continue;
      changes += 1;
      row.classList.add(!old || Math.abs(shift) < 1 ? "changed" : shift > 0 ? "moved-up" : "moved-down");
      if (old && Math.abs(shift) >= 1 && !calm.matches) {
        row.animate([{ transform: `translateY(${shift}px)` }, { transform: "none" }], { duration: 450, easing: "ease-out" });
      }
      setTimeout(() => row.classList.remove("changed", "moved-up", "moved-down"), 2500);
    }
    return changes;
  }

  // Spoken at most every ten seconds, so that a busy page can still be read.
  let spoken = 0;
  function say(what) {
    const place = document.getElementById("announcement");
    if (!place || Date.now() - spoken < 10000) return;
    spoken = Date.now();
    place.textContent = "";
    setTimeout(() => (place.textContent = place.dataset[what] ?? ""), 50);
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      disconnect();
      return;
    }
    connect();
    refreshAll();
  });
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", (event) => event.persisted && connect());
  connect();
})();
