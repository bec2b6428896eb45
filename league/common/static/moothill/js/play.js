// Pointing at a table. The page works without this: every legal move is a button of one form ([data-ask]). A button
// names the places on the drawing (data-places) that make its move, one after the other; those joined by + in any
// order. What carries such a place (data-at), or is like it (data-like), is lit, and pointing at one place after the
// other chooses; pointing again takes back. No move can be taken back, so one of a single place is asked twice.
(() => {
  const { calm } = window.pieces;
  const FEW = 4; // moves that are offered in words beside what is lit, once something is chosen
  const FEWEST = 2; // moves that are offered so from the start
  const MOST_SHOWN = 10; // of the others' last moves
  const PACE = 360; // milliseconds from one of them to the next
  const SLOW = 1500; // milliseconds after which the rest is not waited for
  const ROOM = 104; // pixels that two rows of them take
  const wide = matchMedia("(min-width: 64rem)"); // there all moves are listed beside the table
  let paths = []; // of every move its button and the steps to it, each a list of kinds of places
  let chosen = []; // places pointed at so far
  let inWords = false;
  let isListed = true; // where there is room
  let cameFrom = null; // how far the page was scrolled before the script scrolled it
  let busy = false;
  let isHurried = false; // somebody does not want to watch the others' moves

  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const practiceGame = () => document.getElementById("practice-game");
  const form = () => document.querySelector("#practice-game [data-ask]");
  const at = (place) => document.querySelector(`#practice-game [data-at="${CSS.escape(place)}"]`);
  const kindOf = (spot) => spot.dataset.like ?? spot.dataset.at;
  const kinds = (places) => places.map((place) => kindOf(at(place)));

  function begin() {
    chosen = [];
    const asked = form();
    paths = [...(asked?.querySelectorAll(".ask-moves button[name=move]") ?? [])].map((button) => ({ button, path: read(button) }));
    inWords = isRoomy();
    practiceGame()?.classList.toggle("pointing", Boolean(asked?.querySelector("[data-places]")));
    const told = document.querySelector(".told ol");
    if (told) requestAnimationFrame(() => showLast(told)); // after the list of moves is folded
    if (!asked) return;
    if (cameFrom !== null) scrollTo(0, cameFrom);
    cameFrom = null;
    if ("goOn" in asked.dataset) setTimeout(() => asked.isConnected && send(asked), 200);
    else {
      light();
      bringIntoSight();
    }
  }

  // As many of the last sentences as there is room for, each of them whole
  const height = new CSSStyleSheet();
  document.adoptedStyleSheets.push(height);
  function showLast(told) {
    height.replaceSync("");
    const lines = [...told.children].map((line) => line.getBoundingClientRect());
    const last = lines[lines.length - 1];
    const room = Math.max(told.clientHeight, last.height);
    const first = lines.find((line) => last.bottom - line.top <= room + 1);
    height.replaceSync(`#practice-game .told ol { max-height: ${last.bottom - first.top}px }`);
    told.scrollTop = told.scrollHeight;
  }

  // Whether all moves are listed from the start: more than few, and beside the table.
  const isRoomy = () => isListed && wide.matches && paths.length > FEWEST;

  function read(button) {
    const steps = (button.dataset.places ?? "").split(" ").map((step) => step.split("+").filter((place) => place && at(place)));
    return steps.filter((step) => step.length).map(kinds);
  }

  // --- which moves go on from the places chosen, and by what ---
  const open = (places = chosen) =>
    paths.map((move) => ({ ...move, left: left(move.path, kinds(places)) })).filter((move) => move.left);
  const follows = (places) => new Set(open(places).flatMap((move) => move.left[0] ?? []));

  function left(path, pointed) {
    const steps = path.map((step) => [...step]);
    for (const kind of pointed) {
      const number = steps[0]?.indexOf(kind) ?? -1;
      if (number < 0) return null;
      steps[0].splice(number, 1);
      if (!steps[0].length) steps.shift();
    }
    return steps;
  }

  // On a small screen the table is longer than what can be seen: what is to be pointed at next is brought above the
  // question, unless some of it is there already; the next question begins where the reader was.
  function bringIntoSight() {
    const spots = [...document.querySelectorAll("#practice-game .lit:not(.instead)")].map((spot) => spot.getBoundingClientRect());
    const floor = floorOf(form());
    if (!spots.length || floor === Infinity || spots.some((spot) => inSight(spot, floor))) return;
    const nearest = spots.reduce((one, other) => (Math.abs(other.top) < Math.abs(one.top) ? other : one));
    cameFrom ??= scrollY;
    scrollBy({ top: nearest.bottom - floor + 12, behavior: calm.matches ? "auto" : "smooth" });
  }

  // The own cards stay above an open list.
  function bringHandIntoSight() {
    const covered = document.querySelector("#practice-game .mine")?.getBoundingClientRect().bottom - Math.min(floorOf(form()), innerHeight);
    if (!(covered > 0)) return;
    cameFrom ??= scrollY;
    scrollBy({ top: covered, behavior: calm.matches ? "auto" : "smooth" });
  }

  // Where the question covers the table; beside a table it covers nothing.
  function floorOf(asked) {
    const top = asked.getBoundingClientRect().top;
    return getComputedStyle(asked).position === "sticky" ? top : Infinity;
  }

  const inSight = (box, floor) => box.top >= 0 && box.bottom <= floor;

  // --- what is lit: the places that go on from those chosen, and those that could stand instead of the last ---
  function light() {
    const next = follows(chosen);
    const instead = chosen.length ? follows(chosen.slice(0, -1)) : new Set();
    for (const spot of document.querySelectorAll("#practice-game [data-at]")) {
      dim(spot);
      if (chosen.includes(spot.dataset.at)) mark(spot, "taken", true);
      else if (next.has(kindOf(spot))) mark(spot, "lit", false);
      else if (instead.has(kindOf(spot))) {
        mark(spot, "lit", false);
        spot.classList.add("instead");
      }
    }
    offer(form(), open(), next.size > 0);
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
    spot.classList.remove("lit", "instead", "taken");
    spot.querySelector(":scope > .spot")?.remove();
    for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) {
      if (spot instanceof SVGElement) spot.removeAttribute(name);
    }
  }

  function nameOf(spot) {
    const words = spot.querySelector("title")?.textContent ?? spot.getAttribute("aria-label") ?? spot.textContent;
    return words.trim().replace(/\s+/g, " ").slice(0, 120) || spot.dataset.at;
  }

  // --- what is offered in words: all of few, else what is chosen but for where it goes, and what nothing shows ---
  function offer(asked, candidates, anythingLit) {
    const most = chosen.length && floorOf(asked) === Infinity ? FEW : FEWEST; // below the thumb there is little room
    const few = inWords || !anythingLit || candidates.length <= most;
    for (const { button } of paths) {
      button.hidden = true;
      delete button.dataset.number;
    }
    const shown = few && (inWords || !chosen.length) ? candidates : worded(candidates, few);
    shown.forEach(({ button }, number) => {
      button.hidden = false;
      if (number < 9) button.dataset.number = number + 1;
    });
    for (const group of asked.querySelectorAll(".ask-group")) {
      group.hidden = !group.querySelector("button:not([hidden])");
      if ("open" in group && !(inWords && asked.classList.contains("in-words"))) group.open = !inWords || floorOf(asked) < Infinity;
    }
    asked.classList.toggle("in-words", inWords);
    const words = asked.querySelector(".ask-words");
    words.hidden = shown.length === candidates.length && !inWords;
    words.setAttribute("aria-expanded", String(inWords));
    words.querySelector(".num").textContent = candidates.length;
    asked.querySelector(".ask-cancel").hidden = chosen.length === 0;
    say(hint(anythingLit, candidates, shown));
  }

  function worded(candidates, few) {
    const complete = candidates.filter((move) => !move.left.length);
    const room = candidates.some((move) => isOutOfSight(move, 0)) ? ROOM : 0; // buttons of those may cover others
    const nearly = candidates.filter((move) => (chosen.length ? move.left.flat().length < 2 : isOutOfSight(move, room)));
    if (few && !nearly.length) return candidates;
    return nearly.length <= FEW ? candidates.filter((move) => complete.includes(move) || nearly.includes(move)) : complete;
  }

  function isOutOfSight({ path }, room) {
    const floor = floorOf(form()) - room;
    const spots = [...document.querySelectorAll("#practice-game .lit")].filter((spot) => path[0]?.includes(kindOf(spot)));
    return !spots.some((spot) => inSight(spot.getBoundingClientRect(), floor));
  }

  function hint(anythingLit, candidates, shown) {
    const words = form().dataset;
    if (!chosen.length) return anythingLit && !shown.length ? words.point : "";
    if (chosen.length === 1 && candidates.some((move) => !move.left.length)) return words.again;
    const names = chosen.map((place) => nameOf(at(place)));
    const counted = [...new Set(names)].map((name) => {
      const count = names.filter((other) => other === name).length;
      return count > 1 ? `${count} × ${name}` : name;
    });
    return `${words.chosen} ${counted.join(", ")}. ${shown.length ? "" : words.next}`;
  }

  function say(words) {
    form().querySelector(".ask-hint").textContent = words;
  }

  // --- choosing ---
  function point(place) {
    if (busy) return;
    if (chosen.includes(place)) {
      again(place);
      return;
    }
    while (chosen.length && !follows(chosen).has(kindOf(at(place)))) chosen.pop(); // it stands instead, or begins anew
    chosen.push(place);
    inWords = false;
    const [only, ...others] = open();
    if (chosen.length > 1 && others.length === 0 && !only.left.length) send(form(), only.button);
    else {
      light();
      bringIntoSight();
    }
    focusOn(place);
  }

  // What makes a move alone makes it now; anything else is put back.
  function again(place) {
    const ready = chosen.length === 1 ? open().filter((move) => !move.left.length) : [];
    if (ready.length === 1) send(form(), ready[0].button);
    else if (ready.length) ready[0].button.focus();
    else {
      const others = chosen.filter((one) => one !== place);
      chosen = open(others).length ? others : chosen.slice(0, chosen.indexOf(place));
      inWords = !chosen.length && isRoomy();
      light();
      focusOn(place);
    }
  }

  function focusOn(place) {
    const spot = at(place);
    (spot instanceof SVGElement ? spot : spot?.querySelector(":scope > .spot"))?.focus({ preventScroll: true });
  }

  function forget() {
    const last = chosen[chosen.length - 1];
    chosen = [];
    inWords = isRoomy();
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
      const answer = await fetch(button?.getAttribute("formaction") ?? asked.action, { method: "POST", body, headers: { "HX-Request": "true" } });
      await show(await answer.text());
    } catch {
      say(asked.dataset.lost);
    } finally {
      busy = false;
      asked.removeAttribute("aria-busy");
    }
  }

  const parsed = (html) => new DOMParser().parseFromString(html, "text/html").getElementById("practice-game");

  async function show(html) {
    const fresh = parsed(html);
    if (!fresh) {
      location.reload(); // signed out, or worse: the page says what is the matter
      return;
    }
    const had = practiceGame().contains(document.activeElement);
    await tell(fresh).catch(() => null); // the move is made, whether or not what followed can be shown
    const before = window.pieces.of(practiceGame());
    practiceGame().replaceWith(fresh);
    window.htmx?.process(fresh);
    begin();
    window.pieces.move(fresh, before);
    if (had) (fresh.querySelector("#ended") ?? fresh.querySelector(".ask-question"))?.focus({ preventScroll: true });
    if (fresh.querySelector("#ended, .note")) scrollTo({ top: 0, behavior: calm.matches ? "auto" : "smooth" });
    speak(fresh);
  }

  // What the others did is shown one by one, its sentence in place of the question; a touch or a key ends that.
  async function tell(fresh) {
    const told = [...fresh.querySelectorAll(".told [data-step]")].slice(-MOST_SHOWN, -1);
    if (calm.matches || document.hidden || !told.length) return;
    isHurried = false;
    const asked = form();
    asked?.classList.add("telling");
    try {
      await layEach(told);
    } finally {
      asked?.classList.remove("telling");
    }
  }

  async function layEach(told) {
    let coming = tableAt(told[0]);
    for (const [number, line] of told.entries()) {
      const table = await Promise.race([coming, wait(SLOW)]);
      coming = told[number + 1] && tableAt(told[number + 1]);
      if (isHurried || table === undefined) return;
      if (!table) continue; // the next one may come
      lay(table, line.textContent);
      await wait(PACE);
    }
  }

  async function tableAt(line) {
    const address = `${location.pathname}?step=${line.dataset.step}`;
    const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
    const html = answer?.ok ? await answer.text().catch(() => "") : "";
    return parsed(html)?.querySelector(".practice-game-table") ?? null;
  }

  function lay(table, sentence) {
    const before = window.pieces.of(practiceGame());
    practiceGame().querySelector(".practice-game-table").replaceWith(table);
    window.pieces.move(practiceGame(), before);
    const question = practiceGame().querySelector(".ask-question");
    if (question) question.textContent = sentence;
  }

  function speak(fresh) {
    const place = document.getElementById("announcement");
    const said = [...fresh.querySelectorAll(".note p, #ended, .told li:not(.own), .ask-question")];
    if (place) place.textContent = said.map((one) => one.textContent.trim()).join(" ");
  }

  // --- by keyboard ---
  const TOWARDS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function step([across, down]) {
    const spots = [...document.querySelectorAll("#practice-game .lit, #practice-game .taken")];
    const focused = document.activeElement?.closest?.("#practice-game [data-at]");
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
    const spot = event.target.closest("#practice-game [data-at]");
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
    const spot = event.target.closest("#practice-game :is(.lit, .taken)");
    if (spot) point(spot.dataset.at);
    else if (event.target.closest(".ask-words")) {
      inWords = !inWords;
      if (wide.matches) isListed = inWords;
      light();
      if (inWords) bringHandIntoSight();
      else bringIntoSight();
    } else if (event.target.closest(".ask-cancel")) forget();
  });

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("#practice-game [data-ask]")) return;
    event.preventDefault();
    send(event.target, event.submitter);
  });

  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => (isHurried = true), { capture: true });
  document.addEventListener("htmx:afterSettle", begin);
  addEventListener("pageshow", (event) => event.persisted && location.reload()); // the table may have moved on
  begin();
})();
