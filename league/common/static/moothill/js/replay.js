// Playing a record: the slider on its plot, play and pause, and what moves from one step to the next. Links and the form
// of the plot work without this.
(() => {
  const moment = () => document.getElementById("moment");
  const slider = document.querySelector("[data-race] input");
  const button = () => moment().querySelector("[data-play]");
  const counter = () => moment().querySelector("[data-step]").dataset;
  let isPlaying = false;
  let turn = 0; // of playing: the loop of an earlier one ends
  let isBusy = false;
  let wanted = null;
  let pace = 700; // milliseconds from one step to the next
  let before = [];
  let focused = "";

  if (!moment() || !window.htmx) return;

  const shown = () => Number(counter().step);
  const last = () => Number(counter().of);
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

  const addressOf = (step) => `${location.pathname}?step=${step}`;

  async function load(step) {
    const answer = await fetch(addressOf(step), { headers: { "HX-Request": "true" } }).catch(() => null);
    return answer?.ok ? answer.text().catch(() => "") : "";
  }

  // A slider asks for more steps than can be fetched: only the newest is.
  async function show(step, loading = null) {
    wanted = step;
    if (isBusy) return;
    isBusy = true;
    try {
      for (let coming = loading; wanted !== null; coming = null) {
        const number = wanted;
        wanted = null;
        const html = await (coming ?? load(number));
        if (html) swap(html, number);
      }
    } finally {
      isBusy = false;
    }
  }

  function swap(html, step) {
    remember();
    window.htmx.swap("#moment", html, { swapStyle: "outerHTML" });
    try {
      history.replaceState(history.state, "", addressOf(step));
    } catch {
      // Safari allows only so many in a while; the address stays behind
    }
  }

  async function play() {
    const own = ++turn;
    const goesOn = () => isPlaying && turn === own;
    isPlaying = true;
    sync();
    try {
      if (shown() === last()) await show(0);
      while (goesOn() && shown() < last()) {
        const from = shown();
        const loading = load(from + 1);
        await wait(pace);
        if (goesOn() && shown() === from) await show(from + 1, loading);
        if (goesOn() && shown() === from) break; // no answer
      }
    } finally {
      if (turn === own) stop();
    }
  }

  function stop() {
    isPlaying = false;
    sync();
  }

  function sync() {
    const speed = moment().querySelector("[data-pace]");
    if (!speed) return; // a match that waits, or a record that is checked, has no steps yet
    speed.value = String(pace);
    speed.parentElement.hidden = button().hidden = last() === 0;
    moment().querySelector(".stepper").classList.toggle("playing", isPlaying);
    if (slider) slider.value = String(shown());
  }

  // What finds a control again among those of the next step.
  function handle(element) {
    const name = ["rel", "data-play", "data-pace"].find((one) => element.hasAttribute(one));
    return name ? `[${name}="${element.getAttribute(name)}"]` : "";
  }

  function remember() {
    before = window.pieces.of(moment());
    focused = moment().contains(document.activeElement) ? handle(document.activeElement) : "";
  }

  document.addEventListener("htmx:beforeSwap", remember);

  document.addEventListener("htmx:afterSwap", () => {
    sync();
    if (focused) moment().querySelector(focused)?.focus({ preventScroll: true });
    window.pieces.move(moment(), before);
    before = [];
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-play]")) isPlaying ? stop() : play();
    else if (event.target.closest("#moment a")) isPlaying = false;
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-pace]")) pace = Number(event.target.value);
  });

  slider?.addEventListener("input", () => {
    isPlaying = false;
    show(Number(slider.value));
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.repeat || !button() || event.target.closest("a, button, input, select, textarea, summary, [tabindex='0']")) return;
    event.preventDefault();
    isPlaying ? stop() : play();
  });

  sync();
})();
