// The home page replays the last moves of a match, slowly, while it is in sight. Without script the table stands at its
// end; nobody who asked for less motion is shown any before they press the button.
const shown = document.querySelector("[data-showcase]");
const table = shown?.querySelector(".showcase-table");
const words = shown?.querySelector(".showcase-said");
const PACE = 1800; // ms from one move to the next
const REST = 6000; // at the end
let moves = [];
let first = 0; // with half of the most pieces on the table: the middle of a round
let at = 0;
let timer;
let isWanted = false; // playing, and in sight

const placesOf = () => new Map([...table.querySelectorAll("[data-piece]")].map((one) => [one.dataset.piece, one.getBoundingClientRect()]));

const slide = (before) => {
  for (const [piece, now] of placesOf()) {
    const was = before.get(piece);
    const away = was && [was.left - now.left, was.top - now.top];
    if (!away || (!away[0] && !away[1])) continue;
    const from = { transform: `translate(${away[0]}px, ${away[1]}px)` };
    table.querySelector(`[data-piece="${piece}"]`).animate([from, { transform: "none" }], { duration: 400, easing: "ease-out" });
  }
};

const show = () => {
  const before = placesOf();
  table.replaceChildren(moves[at].firstElementChild.cloneNode(true));
  words.textContent = moves[at].dataset.said;
  slide(before);
  const isLast = at + 1 === moves.length;
  at = isLast ? first : at + 1;
  timer = setTimeout(show, isLast ? REST : PACE);
};

const stop = () => {
  isWanted = false;
  clearTimeout(timer);
  timer = undefined;
};

const start = async () => {
  isWanted = true;
  if (!moves.length) {
    const answer = await fetch(shown.dataset.showcase);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    moves = [...page.body.children];
    const pieces = moves.map((move) => move.querySelectorAll("[data-piece]").length);
    first = Math.max(0, pieces.findIndex((count) => 2 * count >= Math.max(...pieces)));
    at = first;
  }
  if (isWanted && moves.length && !timer) show(); // it may have been stopped before the moves came
};

if (shown) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "as-link ms-auto";
  let plays = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const say = () => (button.textContent = plays ? shown.dataset.pause : shown.dataset.play);
  say();
  shown.querySelector("figcaption").append(button);
  button.addEventListener("click", () => {
    plays = !plays;
    say();
    plays ? start() : stop();
  });
  new IntersectionObserver(([sight]) => (sight.isIntersecting && plays ? start() : stop()), { threshold: 0.4 }).observe(shown);
}
