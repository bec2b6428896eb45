// The quick sheet by taps: seat players in order, give points, and places follow; or tap the names from first to last.
// The lists and fields of the form below stay what is sent.
(() => {
  const form = document.querySelector("[data-sheet]");
  if (!form) return;
  const words = document.querySelector("[data-sheet-words]").dataset;
  const table = form.querySelector("[data-sheet-table]");
  const rows = [...form.querySelectorAll("[data-seat]")].map(rowOf);
  const company = form.querySelector("[data-sheet-company]");
  const change = form.querySelector("[data-sheet-change]");
  const clear = form.querySelector("[data-sheet-clear]");
  const ties = form.querySelector("[data-sheet-ties]");
  const hint = form.querySelector("[data-sheet-hint]");
  const modes = form.querySelector("[data-sheet-modes]");
  const named = (sentence, player) => sentence.replace("%(player)s", player);

  function rowOf(li) {
    const seat = li.dataset.seat;
    const choose = li.querySelector("[data-sheet-choose]");
    const row = {
      li, seat,
      select: choose?.querySelector("select"),
      points: form.elements[`points-${seat}`],
      place: form.elements[`place-${seat}`],
      who: li.querySelector(".sheet-who"),
    };
    const part = (tag, name) => Object.assign(document.createElement(tag), { className: name });
    row.remove = Object.assign(part("button", "sheet-remove"), { type: "button", textContent: "×" });
    row.rank = Object.assign(part("button", "sheet-rank"), { type: "button" });
    row.level = Object.assign(part("button", "sheet-level"), { type: "button", textContent: "=" });
    row.placed = part("output", "sheet-placed");
    li.classList.add("tapped");
    if (choose) choose.hidden = true;
    row.place.closest("label").hidden = true;
    li.querySelector(".sheet-points").after(row.placed, row.level, row.rank, row.remove);
    row.remove.addEventListener("click", () => seatAll(seated().filter((other) => other !== row)));
    row.rank.addEventListener("click", () => tap(row));
    row.level.addEventListener("click", () => level(row));
    row.points.addEventListener("input", () => settle());
    row.points.addEventListener("keydown", (event) => event.key === "Enter" && next(event, row));
    return row;
  }

  const idOf = (row) => (row.select ? row.select.value : row.seat);
  const seated = () => rows.filter((row) => idOf(row));
  const nameOf = (row) => row.who.querySelector(".who-name")?.textContent ?? "";
  const byPlaces = () => form.elements.mode.value === "places";
  const told = () => form.dispatchEvent(new Event("change", { bubbles: true }));

  // An order of some players: ids from the best down, "=" before one who shares the place of the one before.
  const order = () => form.elements.order.value.split(",").filter(Boolean);
  const bare = (one) => one.replace("=", "");

  function setOrder(ids) {
    if (ids.length) ids[0] = bare(ids[0]);
    form.elements.order.value = ids.join(",");
    settle();
    told();
  }

  function tap(row) {
    const ids = order();
    const at = ids.findIndex((one) => bare(one) === idOf(row));
    if (at >= 0) ids.splice(at, 1);
    else ids.push(idOf(row));
    setOrder(ids);
  }

  function level(row) {
    const ids = whole();
    setOrder(ids.map((one) => (bare(one) !== idOf(row) ? one : one.startsWith("=") ? bare(one) : `=${one}`)));
  }

  // With all but one tapped the last one needs no tap.
  function whole() {
    const here = seated().map(idOf);
    const ids = order().filter((one) => here.includes(bare(one)));
    const rest = here.filter((id) => !ids.some((one) => bare(one) === id));
    return ids.length && rest.length === 1 ? [...ids, rest[0]] : ids;
  }

  function placesTapped() {
    const places = new Map();
    whole().forEach((one, at, ids) => places.set(bare(one), one.startsWith("=") ? places.get(bare(ids[at - 1])) : at + 1));
    return places;
  }

  function placesByPoints() {
    const ids = order();
    const better = (row) => (ids.includes(idOf(row)) ? ids.indexOf(idOf(row)) : ids.length);
    const points = (row) => Number(row.points.value.replace("−", "-"));
    const isBefore = (one, other) => points(one) > points(other) || (points(one) === points(other) && better(one) < better(other));
    const here = seated();
    const complete = here.length > 1 && here.every((row) => row.points.value.trim() && !Number.isNaN(points(row)));
    if (!complete) return new Map();
    return new Map(here.map((row) => [idOf(row), 1 + here.filter((other) => isBefore(other, row)).length]));
  }

  function settle() {
    const places = byPlaces() ? placesTapped() : placesByPoints();
    const done = places.size === seated().length;
    for (const row of rows) {
      const place = places.get(idOf(row));
      row.place.value = done && place ? place : "";
      const nth = place && words.nth.split(" ")[place - 1];
      row.placed.value = nth || "";
      row.rank.textContent = nth || "–";
      row.rank.setAttribute("aria-label", named(place ? words.placed : words.unplaced, nameOf(row)).replace("%(place)s", place));
      row.level.hidden = !byPlaces() || !(place > 1 || order().some((one) => one === `=${idOf(row)}`));
      row.level.setAttribute("aria-pressed", String(order().includes(`=${idOf(row)}`)));
      row.level.setAttribute("aria-label", named(words.level, nameOf(row)));
      row.rank.hidden = !byPlaces();
      row.placed.hidden = byPlaces();
      row.li.querySelector(".sheet-points").hidden = byPlaces();
    }
    showTies(places);
  }

  function showTies(places) {
    const equal = new Map();
    if (!byPlaces()) {
      for (const row of places.size ? seated() : []) {
        const key = Number(row.points.value);
        equal.set(key, [...(equal.get(key) ?? []), row]);
      }
    }
    const groups = [...equal.values()].filter((group) => group.length > 1);
    ties.replaceChildren(...groups.map((group) => tieOf(group, places)));
  }

  function tieOf(group, places) {
    const box = Object.assign(document.createElement("div"), { className: "sheet-names gap-2 m-0" });
    const sentence = Object.assign(document.createElement("p"), { textContent: words.equal });
    const buttons = group.map((row) => {
      const is = order().includes(idOf(row));
      const one = Object.assign(document.createElement("button"), { type: "button", className: "sheet-chip", textContent: nameOf(row) });
      one.setAttribute("aria-pressed", String(is));
      one.setAttribute("aria-label", named(words.firstBetter, nameOf(row)));
      one.addEventListener("click", () => {
        setOrder(is ? order().filter((id) => id !== idOf(row)) : [...order(), idOf(row)]);
        [...ties.querySelectorAll("button")].find((other) => other.textContent === nameOf(row))?.focus();
      });
      return one;
    });
    const isLevel = new Set(group.map((row) => places.get(idOf(row)))).size < group.length;
    box.append(...(isLevel ? [sentence] : []), ...buttons);
    return box;
  }

  function next(event, row) {
    event.preventDefault();
    const here = seated();
    const following = here[here.indexOf(row) + 1];
    (following?.points ?? form.querySelector("[data-sheet-send]")).focus();
  }

  // Who sits there

  function seatAll(chosen, extra) {
    const seats = chosen.map((row) => [row.select.value, row.points.value]);
    if (extra) seats.push([extra, ""]);
    rows.forEach((row, at) => {
      [row.select.value, row.points.value] = seats[at] ?? ["", ""];
    });
    const ids = seats.map(([id]) => id);
    form.elements.order.value = order().filter((one) => ids.includes(bare(one))).join(",");
    draw();
    told();
  }

  function draw() {
    for (const row of rows) {
      const id = idOf(row);
      row.li.hidden = !id;
      if (row.select) drawWho(row, id);
      for (const label of row.li.querySelectorAll("[data-sheet-of]")) label.textContent = named(label.dataset.sheetOf, nameOf(row));
      row.remove.setAttribute("aria-label", named(words.remove, nameOf(row)));
      row.remove.hidden = !row.select || !table.classList.contains("editing");
    }
    for (const one of company?.querySelectorAll("[data-player]") ?? []) {
      one.setAttribute("aria-pressed", String(seated().some((row) => idOf(row) === one.dataset.player)));
    }
    for (const button of modes.children) button.setAttribute("aria-pressed", String(button.value === form.elements.mode.value));
    hint.hidden = !byPlaces();
    hint.textContent = words.order;
    if (change) change.hidden = seated().length < 2;
    if (clear) clear.hidden = !seated().length;
    settle();
    form.dispatchEvent(new CustomEvent("sheet:seated", { detail: seated().map(nameOf) }));
  }

  function drawWho(row, id) {
    row.who.querySelector(".sheet-shown")?.remove();
    if (!id) return;
    const known = company.querySelector(`[data-player="${CSS.escape(id)}"]`);
    const shown = Object.assign(document.createElement("span"), { className: "sheet-shown" });
    if (known) shown.append(...[...known.childNodes].map((node) => node.cloneNode(true)));
    else shown.textContent = row.select.selectedOptions[0].text;
    row.who.append(shown);
  }

  function edit(is) {
    table.classList.toggle("editing", is);
    company.hidden = !is;
    change.querySelector("button").setAttribute("aria-expanded", String(is));
    draw();
  }

  modes.hidden = false;
  modes.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || button.value === form.elements.mode.value) return;
    form.elements.mode.value = button.value;
    form.elements.order.value = "";
    if (button.value === "places") for (const row of rows) row.points.value = "";
    draw();
    told();
  });
  if (company) {
    change.addEventListener("click", () => edit(company.hidden));
    company.addEventListener("click", (event) => {
      const id = event.target.closest("[data-player]")?.dataset.player;
      if (!id) return;
      const there = seated().find((row) => idOf(row) === id);
      if (there) seatAll(seated().filter((row) => row !== there));
      else if (seated().length < rows.length) seatAll(seated(), id);
    });
    clear.addEventListener("click", () => seatAll([]));
    form.querySelector("[data-sheet-find]")?.addEventListener("input", (event) => {
      event.stopPropagation();
      const sought = event.target.value.trim().toLowerCase();
      for (const item of event.target.closest("details").querySelectorAll("li")) {
        item.hidden = !item.textContent.toLowerCase().includes(sought);
      }
    });
  }
  form.addEventListener("sheet:filled", () => (company ? edit(seated().length < 2) : draw()));
  form.addEventListener("sheet:taken", draw);
  if (company) edit(seated().length < 2);
  else draw();
})();
