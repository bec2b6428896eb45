// The game's own sheet: it comes for the game and the seats that were chosen, grows by a round at a time, is filled by
// tapping cards, and is added up by the house while it is filled. What is sent are the plain fields below the cards.
(() => {
  const form = document.querySelector("[data-sheet]");
  if (!form) return;
  const words = document.querySelector("[data-sheet-words]").dataset;
  const whole = form.querySelector("[data-sheet-whole]");
  const inside = whole.querySelector("[data-sheet-inside]");
  const QUIET = 350;
  let names = [];
  let wanted = "";
  let reckoning = 0;
  let asked = 0; // how often the house was asked for the sum
  let picking = null; // the field that the picker fills

  const told = (control) => control.dispatchEvent(new Event("change", { bubbles: true }));
  const namesIn = (control) => control.value.split(",").map((one) => one.trim()).filter(Boolean);
  const gameOf = () => (form.querySelector("[name=game]:checked") ?? form.querySelector("input[type=hidden][name=game]"))?.value ?? "";

  // The sheet of this game for so many

  async function fetchSheet() {
    const game = gameOf();
    const key = `${game}/${names.length}`;
    const here = inside.querySelector("[data-game]");
    whole.querySelector("[data-sheet-game-name]").textContent = form.querySelector("[name=game]:checked")?.closest("label").textContent.trim() ?? whole.querySelector("[data-sheet-game-name]").textContent;
    if (wanted === key || (here && `${here.dataset.game}/${here.dataset.seats}` === key)) return;
    wanted = key;
    try {
      const address = new URL(whole.dataset.href, location.href);
      address.searchParams.set("game", game);
      address.searchParams.set("seats", names.length);
      const answer = await fetch(address);
      if (!answer.ok || answer.redirected) return;
      const html = await answer.text();
      if (wanted !== key) return; // somebody else sat down meanwhile
      inside.innerHTML = html;
      filled();
    } catch {
      // without a network the sheet comes when it is opened again
    } finally {
      if (wanted === key) wanted = "";
    }
  }

  function filled() {
    picking = null;
    form.dispatchEvent(new CustomEvent("sheet:inside", { detail: addRound })); // a draft writes into it what it has kept
    call();
    for (const control of inside.querySelectorAll("[data-sheet-cards], [data-sheet-clans]")) dress(control);
    for (const more of inside.querySelectorAll("[data-sheet-more]")) more.hidden = false;
    for (const look of inside.querySelectorAll("[data-sheet-look]")) look.hidden = true;
    plan();
  }

  function call() {
    for (const place of inside.querySelectorAll("[data-seat-name]")) place.textContent = names[place.dataset.seatName] ?? place.textContent;
  }

  // Another round: the last one once more, empty and with the next number

  function addRound(number) {
    const rounds = [...inside.querySelectorAll("[data-sheet-rounds] > [data-round]")];
    const last = rounds.at(-1);
    if (!last || last.dataset.round >= number) return;
    const old = last.dataset.round;
    const one = last.cloneNode(true);
    const after = Number(old) + 1;
    one.dataset.round = after;
    const renamed = (text) => text.replace(`round-${old}.`, `round-${after}.`);
    for (const element of [one, ...one.querySelectorAll("*")]) {
      if (element.name) element.name = renamed(element.name);
      if (element.dataset.sheetBox) element.dataset.sheetBox = renamed(element.dataset.sheetBox);
      if (element.dataset.sheetAt) element.dataset.sheetAt = renamed(element.dataset.sheetAt);
      element.ariaLabel &&= element.ariaLabel.replace(` ${old},`, ` ${after},`);
      if (element.matches("input[type=checkbox]")) element.checked = false;
      else if (element.matches("input, select")) element.value = "";
    }
    for (const words of one.querySelectorAll("legend, caption")) words.textContent = words.textContent.replace(old, after);
    for (const gone of one.querySelectorAll(".fault, .sheet-hand")) gone.remove();
    for (const faulty of one.querySelectorAll(".faulty")) faulty.classList.remove("faulty");
    last.after(one);
    for (const control of one.querySelectorAll("[data-sheet-cards]")) dress(control);
    addRound(number);
  }

  // Cards instead of words

  function dress(control) {
    const label = control.closest("label");
    let hand = label.parentElement.querySelector(":scope > .sheet-hand");
    if (!hand) {
      hand = Object.assign(document.createElement("div"), { className: "sheet-hand" });
      hand.setAttribute("role", "group");
      label.after(hand);
      label.classList.add(control.closest(".sheet-slot") ? "unseen" : "dressed");
    }
    control.hidden = true;
    const most = Number(control.dataset.sheetCards ?? control.dataset.sheetClans);
    const cards = namesIn(control);
    const title = titleOf(control);
    hand.setAttribute("aria-label", title);
    const places = cards.map((name) => placeOf(control, name, `${title}: ${name}`));
    for (let at = cards.length; at < (control.dataset.sheetCards ? Math.min(cards.length + 1, most) : most); at += 1) {
      places.push(placeOf(control, "", `${title}: +`));
    }
    hand.replaceChildren(...places);
    if (picking?.control === control) markPicked();
  }

  function titleOf(control) {
    const round = control.closest("[data-round]")?.querySelector("legend")?.textContent;
    return [control.closest("label").querySelector("span").textContent, round].filter(Boolean).join(", ");
  }

  function placeOf(control, name, label) {
    const place = Object.assign(document.createElement("button"), { type: "button", className: name ? "sheet-held" : "sheet-gap" });
    place.append(name ? drawn(control, name) : gap());
    place.setAttribute("aria-label", label);
    place.dataset.card = name;
    return place;
  }

  function gap() {
    return inside.querySelector("template[data-sheet-gap]").content.cloneNode(true);
  }

  function drawn(control, name) {
    if (control.dataset.sheetClans) {
      const known = [...inside.querySelectorAll("[data-sheet-picker=clans] [value]")].find((one) => one.value === name);
      return known?.firstElementChild.cloneNode(true) ?? new Text(name);
    }
    const [clan, figure] = [name.slice(0, name.lastIndexOf(" ")), name.slice(name.lastIndexOf(" ") + 1)];
    const known = [...inside.querySelectorAll("[data-sheet-picker=cards] [data-clan]")].find((one) => one.value === clan);
    if (!known) return new Text(name);
    const card = inside.querySelector("template[data-sheet-card]").content.firstElementChild.cloneNode(true);
    card.querySelector("use").setAttribute("href", `#card-${known.dataset.clan}`);
    const [strength, rank] = card.querySelectorAll("text");
    strength.textContent = figure;
    rank.remove();
    card.querySelector("title").textContent = name;
    card.setAttribute("aria-label", name);
    return card;
  }

  // The picker

  function open(control, at, byKey = false) {
    const kind = control.dataset.sheetCards ? "cards" : "clans";
    const picker = inside.querySelector(`[data-sheet-picker=${kind}]`);
    picking = { control, at, picker, clan: null, figure: null };
    picker.querySelector(".sheet-picker-title").textContent = titleOf(control);
    picker.hidden = false;
    document.body.classList.add("picking");
    figures();
    markPicked();
    control.closest("[data-sheet-box]").scrollIntoView({ block: "center" });
    if (byKey) picker.querySelector("button").focus({ preventScroll: true });
  }

  function close() {
    if (!picking) return;
    const isThere = picking.picker.contains(document.activeElement) || document.activeElement === document.body;
    picking.picker.hidden = true;
    if (isThere) handOf(picking.control)?.lastElementChild.focus({ preventScroll: true });
    document.body.classList.remove("picking");
    for (const one of inside.querySelectorAll(".picked")) one.classList.remove("picked");
    picking = null;
  }

  function markPicked() {
    for (const one of inside.querySelectorAll(".picked")) one.classList.remove("picked");
    handOf(picking.control).children[picking.at]?.classList.add("picked");
  }

  const handOf = (control) => control.closest("label").parentElement.querySelector(":scope > .sheet-hand");

  function figures() {
    const list = picking.picker.querySelector("[data-sheet-figures]");
    if (!list) return;
    const clan = picking.picker.querySelector(`[value="${CSS.escape(picking.clan ?? "")}"]`);
    const all = (clan ?? picking.picker.querySelector("[data-figures]")).dataset.figures.split(" ");
    const claimed = new Set([...inside.querySelectorAll("[data-sheet-cards]")].flatMap(namesIn));
    list.replaceChildren(...all.map((figure) => {
      const item = document.createElement("li");
      const one = Object.assign(document.createElement("button"), { type: "button", value: figure, textContent: figure });
      one.setAttribute("aria-pressed", String(picking.figure === figure));
      one.disabled = picking.clan !== null && claimed.has(`${picking.clan} ${figure}`);
      item.append(one);
      return item;
    }));
    for (const one of picking.picker.querySelectorAll("[data-clan]")) one.setAttribute("aria-pressed", String(one.value === picking.clan));
  }

  function picked(button) {
    if (picking.picker.dataset.sheetPicker === "clans") {
      put(button.value);
      return;
    }
    if (button.dataset.clan) picking.clan = picking.clan === button.value ? null : button.value;
    else picking.figure = picking.figure === button.value ? null : button.value;
    if (picking.clan && picking.figure) {
      put(`${picking.clan} ${picking.figure}`);
      picking?.picker.querySelector("button").focus({ preventScroll: true }); // the figure that had it was drawn anew
    } else {
      const focused = document.activeElement?.value;
      figures();
      picking.picker.querySelector(`[data-sheet-figures] [value="${CSS.escape(focused ?? "")}"]`)?.focus();
    }
  }

  function put(name) {
    const { control, at } = picking;
    const cards = namesIn(control);
    if (name) cards[Math.min(at, cards.length)] = name;
    else cards.splice(at, 1);
    control.value = cards.join(", ");
    dress(control);
    told(control);
    onward(control, at);
  }

  // After a clan the next empty place, so that a pyramid is tapped from the top down; cards are few, and stay.
  function onward(control, at) {
    if (control.dataset.sheetCards) {
      picking.clan = picking.figure = null;
      picking.at = Math.min(at + 1, Number(control.dataset.sheetCards) - 1);
      figures();
      markPicked();
      if (namesIn(control).length >= Number(control.dataset.sheetCards)) close();
      return;
    }
    const group = [...inside.querySelectorAll("[data-sheet-clans]")].filter((one) => !one.closest("details:not([open])"));
    const free = (one) => namesIn(one).length < Number(one.dataset.sheetClans);
    const following = group.slice(group.indexOf(control)).find(free) ?? group.find(free);
    if (following) open(following, namesIn(following).length);
    else close();
  }

  // What it comes to

  function plan() {
    clearTimeout(reckoning);
    reckoning = setTimeout(reckon, QUIET);
  }

  async function reckon() {
    const body = new FormData(form);
    const place = inside.querySelector("[data-sheet-summary]");
    const mine = (asked += 1);
    if (!place || ![...body].some(([name, value]) => name.startsWith("sheet.") && value)) return;
    try {
      const answer = await fetch(whole.dataset.reckon, { method: "POST", body, headers: { Accept: "application/json" } });
      if (!answer.ok || answer.redirected) return;
      const said = await answer.json();
      if (mine !== asked || !place.isConnected) return; // of a sheet that was filled in further, or sent, meanwhile
      place.innerHTML = said.html;
      remark(said);
      if (said.points) take(said);
    } catch {
      // added up when there is a network again, at the latest when it is sent
    }
  }

  function remark({ faults, missing }) {
    for (const place of inside.querySelectorAll("[data-sheet-at]")) {
      const fault = faults[place.dataset.sheetAt];
      const box = [...inside.querySelectorAll("[data-sheet-box]")].find((one) => one.dataset.sheetBox === place.dataset.sheetAt);
      box?.classList.toggle("faulty", Boolean(fault));
      if (box && missing[place.dataset.sheetAt]) {
        box.hidden = false;
        box.closest("[data-sheet-aside]")?.removeAttribute("hidden");
      }
      place.replaceChildren();
      if (!fault) continue;
      const line = document.querySelector("template[data-sheet-fault-line]").content.firstElementChild.cloneNode(true);
      line.querySelector("[data-words]").textContent = fault;
      place.append(line);
    }
  }

  // A complete sheet fills in the points above it.
  function take({ points, places }) {
    const rows = [...form.querySelectorAll(".sheet-seat:not([hidden])")];
    if (rows.length !== points.length) return;
    form.elements.mode.value = "points";
    const ids = rows.map((row) => form.elements[`player-${row.dataset.seat}`]?.value ?? row.dataset.seat);
    form.elements.order.value = [...ids].sort((one, other) => places[ids.indexOf(one)] - places[ids.indexOf(other)]).join(",");
    rows.forEach((row, at) => (form.elements[`points-${row.dataset.seat}`].value = points[at]));
    form.dispatchEvent(new CustomEvent("sheet:taken"));
    told(form);
  }

  inside.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.closest(".sheet-hand")) {
      const hand = button.closest(".sheet-hand");
      const control = hand.parentElement.querySelector("[data-sheet-cards], [data-sheet-clans]");
      if (button.dataset.card && control.dataset.sheetCards) {
        picking = { control, at: [...hand.children].indexOf(button), picker: inside.querySelector("[data-sheet-picker=cards]") };
        put("");
        close();
      } else open(control, [...hand.children].indexOf(button), event.detail === 0);
    } else if (button.matches("[data-sheet-close]")) close();
    else if (button.matches("[data-sheet-empty]")) put("");
    else if (button.closest("[data-sheet-picker]")) picked(button);
    else if (button.closest("[data-sheet-more]")) addRound(1 + Number(inside.querySelector("[data-sheet-rounds] > [data-round]:last-child").dataset.round));
  });
  document.addEventListener("keydown", (event) => event.key === "Escape" && close());
  inside.addEventListener("change", plan);
  inside.addEventListener("input", plan);
  form.addEventListener("change", (event) => event.target.name === "game" && fetchSheet());
  form.addEventListener("sheet:seated", (event) => {
    names = event.detail;
    call();
    fetchSheet();
  });
  form.addEventListener("sheet:cleared", () => (inside.innerHTML = ""));
  whole.addEventListener("toggle", fetchSheet);
  if (matchMedia("(min-width: 64rem)").matches) whole.open = true; // beside the quick sheet
  form.addEventListener("sheet:filled", () => inside.querySelector("[data-game]") && filled());
})();
