// The clock of a round counts down by the server's time: a page says when it ends and what time it was there when the
// page was made, so that a phone whose own clock is wrong shows the same as the wall. Without this script it says when.
(() => {
  const offsets = new WeakMap(); // clock -> how far this machine is ahead of the server, in milliseconds

  function show(clock) {
    if (!offsets.has(clock)) offsets.set(clock, Date.now() - Number(clock.dataset.clockNow));
    const left = Math.max(0, Math.round((Number(clock.dataset.clockEnds) - (Date.now() - offsets.get(clock))) / 1000));
    const figures = clock.querySelector("[data-clock-figures]");
    const words = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (figures.textContent !== words) figures.textContent = words;
    clock.classList.toggle("called", left === 0);
    figures.hidden = left === 0;
    clock.querySelector("[data-clock-called]").hidden = left > 0;
    for (const until of clock.querySelectorAll("[data-clock-until]")) until.hidden = left === 0;
  }

  const showAll = () => document.querySelectorAll("[data-clock-ends]").forEach(show);
  setInterval(showAll, 500);
  document.addEventListener("moothill:refreshed", showAll);
  showAll();
})();
