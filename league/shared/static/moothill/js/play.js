// Pointing at a table. The page works without this: every legal move is a button of one form ([data-ask]). A button
// names the places on the drawing (data-places) that make its move; what carries such a place (data-at) is lit, and
// pointing at one place after the other chooses. Nothing can be taken back, so a move of one place is asked twice.
(() => {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const FEW = 4; // moves that are offered in words beside what is lit, once something is chosen
  const FEWEST = 2; // moves that are offered so from the start
  let chosen = []; // places pointed at so far
  let inWords = false;
  let busy = false;

  const sitting = () => document.getElementById("sitting");
  const form = () => document.querySelector("#sitting [data-ask]");
  const at = (place) => document.querySelector(`#sitting [data-at="${CSS.escape(place)}"]`);
  const moves = () =>
    [...form().querySelectorAll("button[name=move]")].map((button) => ({
      button,
      path: (button.dataset.places ?? "").split(" ").filter((place) => place && at(place)),
    }));
  const open = () => moves().filter(({ path }) => starts(path, chosen));
  const complete = () => open().filter(({ path }) => path.length === chosen.length);

  function begin() {
    chosen = [];
    inWords = false;
    const asked = form();
    sitting()?.classList.toggle("pointing", Boolean(asked?.querySelector("[data-places]")));
    const told = document.querySelector(".told ol");
    if (told) told.scrollTop = told.scrollHeight;
    if (!asked) return;
    if ("goOn" in asked.dataset) setTimeout(() => asked.isConnected && send(asked), 200);
    else {
      light();
      bringIntoSight();
    }
  }

  // On a small screen the table is longer than what can be seen: one of the places to point at is brought above the
  // question, unless one is there already.
  function bringIntoSight() {
    const spots = [...document.querySelectorAll("#sitting .lit")].map((spot) => spot.getBoundingClientRect());
    const floor = form().getBoundingClientRect().top;
    if (!spots.length || floor < innerHeight / 3 || spots.some((spot) => spot.top >= 0 && spot.bottom <= floor)) return;
    const nearest = spots.reduce((one, other) => (Math.abs(other.top) < Math.abs(one.top) ? other : one));
    scrollBy({ top: nearest.bottom - floor + 12, behavior: calm.matches ? "auto" : "smooth" });
  }

  // --- what is lit: the places that go on from those chosen, and those that could stand instead of the last ---
  const starts = (path, places) => places.every((place, number) => path[number] === place);
  const follows = (places) =>
    new Set(moves().filter(({ path }) => starts(path, places)).map(({ path }) => path[places.length]).filter(Boolean));

  function light() {
    const asked = form();
    const candidates = open();
    const next = follows(chosen);
    for (const spot of document.querySelectorAll("#sitting .lit, #sitting .taken")) dim(spot);
    for (const place of new Set([...next, ...follows(chosen.slice(0, -1))])) {
      if (!chosen.includes(place)) mark(at(place), "lit", false);
    }
    for (const place of chosen) mark(at(place), "taken", true);
    offer(asked, candidates, next.size > 0);
  }

  function mark(spot, kind, pressed) {
    spot.classList.add(kind);
    const button = spot instanceof SVGElement ? spot : overlay(spot);
    button.setAttribute("aria-label", nameOf(spot));
    button.setAttribute("aria-pressed", String(pressed));
    if (button !== spot) return;
    button.setAttribute("role", "button");
    button.setAttribute("tabindex", "0");
  }

  function overlay(spot) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "spot";
    spot.append(button);
    return button;
  }

  function dim(spot) {
    spot.classList.remove("lit", "taken");
    spot.querySelector(":scope > .spot")?.remove();
    for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) {
      if (spot instanceof SVGElement) spot.removeAttribute(name);
    }
  }

  function nameOf(spot) {
    const words = spot.querySelector("title")?.textContent ?? spot.getAttribute("aria-label") ?? spot.textContent;
    return words.trim().replace(/\s+/g, " ").slice(0, 120) || spot.dataset.at;
  }

  // --- what is offered in words ---
  function offer(asked, candidates, anythingLit) {
    const all = inWords || !anythingLit || candidates.length <= (chosen.length ? FEW : FEWEST);
    let number = 0;
    for (const { button, path } of moves()) {
      const offered = candidates.some((move) => move.button === button);
      const shown = offered && (all || path.length === chosen.length);
      button.hidden = !shown;
      delete button.dataset.number;
      if (shown && (number += 1) <= 9) button.dataset.number = number;
    }
    for (const group of asked.querySelectorAll(".ask-group")) group.hidden = !group.querySelector("button:not([hidden])");
    asked.classList.toggle("in-words", inWords && chosen.length === 0);
    const words = asked.querySelector(".ask-words");
    words.hidden = (all && !inWords) || chosen.length > 0;
    words.setAttribute("aria-expanded", String(inWords));
    asked.querySelector(".ask-cancel").hidden = chosen.length === 0;
    const ready = complete().length;
    hint(chosen.length === 0 ? (anythingLit ? "point" : "") : ready ? "again" : "next");
  }

  function hint(what) {
    form().querySelector(".ask-hint").textContent = what ? form().dataset[what] : "";
  }

  // --- choosing ---
  function point(place) {
    if (busy) return;
    if (place === chosen[chosen.length - 1]) {
      const ready = complete();
      if (ready.length === 1) send(form(), ready[0].button);
      else ready[0]?.button.focus();
      return;
    }
    while (chosen.length && !follows(chosen).has(place)) chosen.pop(); // it stands instead of the last, or begins anew
    chosen.push(place);
    const [only, ...others] = open();
    if (chosen.length > 1 && others.length === 0 && only.path.length === chosen.length) send(form(), only.button);
    else light();
    focusOn(place);
  }

  function focusOn(place) {
    const spot = at(place);
    (spot instanceof SVGElement ? spot : spot?.querySelector(":scope > .spot"))?.focus({ preventScroll: true });
  }

  function forget() {
    const last = chosen[chosen.length - 1];
    chosen = [];
    light();
    if (last) focusOn(last);
  }

  // --- sending ---
  async function send(asked, button) {
    if (busy) return;
    busy = true;
    asked.setAttribute("aria-busy", "true");
    const body = new URLSearchParams(new FormData(asked));
    if (button) body.set(button.name, button.value);
    try {
      const answer = await fetch(asked.action, { method: "POST", body, headers: { "HX-Request": "true" } });
      show(await answer.text());
    } catch {
      hint("lost");
    } finally {
      busy = false;
      asked.removeAttribute("aria-busy");
    }
  }

  function show(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("sitting");
    if (!fresh) {
      location.reload(); // signed out, or worse: the page says what is the matter
      return;
    }
    const before = pieces();
    const had = sitting().contains(document.activeElement);
    sitting().replaceWith(fresh);
    window.htmx?.process(fresh);
    begin();
    move(before);
    if (had) (fresh.querySelector("#ended") ?? fresh.querySelector(".ask-question"))?.focus({ preventScroll: true });
    if (fresh.querySelector("#ended, .note")) scrollTo({ top: 0, behavior: calm.matches ? "auto" : "smooth" });
    speak(fresh);
  }

  function speak(fresh) {
    const place = document.getElementById("announcement");
    const said = [...fresh.querySelectorAll(".note p, #ended, .told li:not(.own), .ask-question")];
    if (place) place.textContent = said.map((one) => one.textContent.trim()).join(" ");
  }

  // --- what moved shows how ---
  function pieces() {
    const found = new Map();
    for (const piece of document.querySelectorAll("#sitting [data-piece]")) {
      found.set(piece.dataset.piece, piece.getBoundingClientRect());
    }
    return found;
  }

  function move(before) {
    if (calm.matches) return;
    for (const [name, now] of pieces()) {
      const old = before.get(name);
      const piece = document.querySelector(`#sitting [data-piece="${CSS.escape(name)}"]`);
      if (!old) piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 300, easing: "ease-out" });
      const across = old ? old.left - now.left : 0;
      const down = old ? old.top - now.top : 0;
      if (Math.abs(across) + Math.abs(down) < 2) continue;
      const from = { transform: `translate(${across}px, ${down}px)`, zIndex: 2 };
      piece.animate([from, { transform: "none", zIndex: 2 }], { duration: 300, easing: "ease-out" });
    }
  }

  // --- by keyboard ---
  const TOWARDS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function step([across, down]) {
    const spots = [...document.querySelectorAll("#sitting .lit, #sitting .taken")];
    const focused = document.activeElement?.closest?.("#sitting [data-at]");
    if (!focused) return spots[0] && focusOn(spots[0].dataset.at);
    const from = middle(focused);
    const away = (spot) => {
      const to = middle(spot);
      const ahead = (to.x - from.x) * across + (to.y - from.y) * down;
      const beside = Math.abs((to.x - from.x) * down) + Math.abs((to.y - from.y) * across);
      return ahead > 4 ? ahead + 2 * beside : Infinity;
    };
    const nearest = spots.filter((spot) => spot !== focused).sort((one, other) => away(one) - away(other))[0];
    if (nearest && away(nearest) < Infinity) focusOn(nearest.dataset.at);
    return undefined;
  }

  function middle(spot) {
    const box = spot.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (event.target.closest("input, select, textarea, [contenteditable]")) return;
    if (event.key === "?") {
      const keys = document.getElementById("keys");
      if (keys) keys.open = !keys.open;
      keys?.querySelector("summary").focus();
    } else if (form()?.querySelector("button[name=move]")) press(event);
  });

  function press(event) {
    const spot = event.target.closest("#sitting [data-at]");
    if (event.key in TOWARDS && !event.target.closest("[role=region][tabindex], .told ol")) step(TOWARDS[event.key]);
    else if (event.key === "Escape" && chosen.length) forget();
    else if (/^[1-9]$/.test(event.key)) {
      const button = form().querySelector(`button[data-number="${event.key}"]`);
      if (!button) return;
      send(form(), button);
    } else if ((event.key === "Enter" || event.key === " ") && spot instanceof SVGElement) point(spot.dataset.at);
    else return;
    event.preventDefault();
  }

  document.addEventListener("click", (event) => {
    const spot = event.target.closest("#sitting :is(.lit, .taken)");
    if (spot) point(spot.dataset.at);
    else if (event.target.closest(".ask-words")) {
      inWords = !inWords;
      light();
    } else if (event.target.closest(".ask-cancel")) forget();
  });

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("#sitting [data-ask]")) return;
    event.preventDefault();
    send(event.target, event.submitter);
  });

  document.addEventListener("htmx:afterSettle", begin);
  addEventListener("pageshow", (event) => event.persisted && location.reload()); // the table may have moved on
  begin();
})();
