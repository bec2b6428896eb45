// The page for the wall turns its leaves by itself. Space holds it, the arrows turn; whoever moves the mouse sees the same
// as buttons. When the page brings itself up to date it stays at the leaf that is read.
(() => {
  const wall = document.querySelector("[data-wall]");
  const hand = document.querySelector("[data-wall-hand]");
  if (!wall) return;
  const TURN = 12000; // milliseconds to read a leaf
  const HAND = 4000; // milliseconds for which the buttons are seen after a movement
  const hold = hand.querySelector("[data-wall-hold]");
  let name = "";
  let held = false;
  let timer = 0;
  let away = 0;

  const leaves = () => [...wall.querySelectorAll("[data-leaf]")];
  const at = () => Math.max(0, leaves().findIndex((leaf) => leaf.dataset.leafName === name));

  function show(number) {
    const all = leaves();
    if (!all.length) return;
    const chosen = all[(number + all.length) % all.length];
    name = chosen.dataset.leafName;
    for (const leaf of all) leaf.hidden = leaf !== chosen;
  }

  function turn(by) {
    show(at() + by);
    wait();
  }

  function wait() {
    clearTimeout(timer);
    if (!held) timer = setTimeout(() => turn(1), TURN);
  }

  function setHeld(is) {
    held = is;
    hold.setAttribute("aria-pressed", String(held));
    wall.classList.toggle("held", held);
    wait();
  }

  function showHand() {
    hand.classList.add("seen");
    clearTimeout(away);
    away = setTimeout(() => hand.classList.remove("seen"), HAND);
  }

  hand.hidden = false;
  hold.addEventListener("click", () => setHeld(!held));
  hand.querySelector("[data-wall-back]").addEventListener("click", () => turn(-1));
  hand.querySelector("[data-wall-on]").addEventListener("click", () => turn(1));
  addEventListener("mousemove", showHand);
  addEventListener("keydown", (event) => {
    if (event.target.closest?.("a, button, input, select, textarea") && event.key === " ") return;
    if (event.key === " ") setHeld(!held);
    else if (event.key === "ArrowRight" || event.key === "PageDown") turn(1);
    else if (event.key === "ArrowLeft" || event.key === "PageUp") turn(-1);
    else return;
    event.preventDefault();
  });
  wall.addEventListener("moothill:refreshed", () => show(at()));
  wall.classList.add("turning");
  show(0);
  wait();
})();
