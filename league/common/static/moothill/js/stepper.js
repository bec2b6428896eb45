// Arrow keys and Home and End follow the links of a stepper ([data-stepper]), which work without this as well.
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return;
  if (event.target.closest("input, select, textarea, [contenteditable], [role=region][tabindex]")) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  const link = rel && document.querySelector(`[data-stepper] a[rel~="${rel}"]`);
  if (!link) return;
  event.preventDefault();
  window.htmx?.process(link); // a fast finger comes before htmx has taken in what it has just brought
  link.click();
});

// The line of the record that is shown stays in sight of its list, which begins with a whole line.
const showCurrent = () => {
  const line = document.querySelector(".record [aria-current]");
  const list = line?.closest(".record");
  if (!list) return;
  const { offsetTop, offsetHeight } = list.lastElementChild;
  const least = Math.min(line.offsetTop - list.clientHeight / 2, offsetTop + offsetHeight - list.clientHeight);
  list.scrollTop = [...list.children].find((one) => one.offsetTop >= least)?.offsetTop ?? least;
};
showCurrent();
document.addEventListener("htmx:afterSettle", showCurrent);
