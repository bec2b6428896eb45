// What a page owes to those who read it with a screen reader or a keyboard; returns a list of sentences of what is missing.
() => {
  const faults = [];
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const told = (element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 140);
  const expectEach = (selector, holds, words) => {
    for (const element of all(selector)) if (!holds(element)) faults.push(`${words}: ${told(element)}`);
  };
  const texts = (ids) => ids.split(/\s+/).map((id) => document.getElementById(id)?.textContent.trim() ?? "").join("");
  const name = (element) =>
    element.getAttribute("aria-label")?.trim() ||
    texts(element.getAttribute("aria-labelledby") ?? "") ||
    [...(element.labels ?? [])].map((label) => label.textContent.trim()).join("") ||
    element.querySelector(":scope > legend, :scope > caption")?.textContent.trim() ||
    (element.matches("a, button, summary") && element.textContent.trim());

  // The frame
  if (!document.documentElement.lang) faults.push("The page does not say its language.");
  if (!document.title.endsWith(" · Moothill")) faults.push(`The title is ${document.title}.`);
  for (const landmark of ["header.masthead", "main#content", "footer.colophon", "h1"]) {
    if (all(landmark).length !== 1) faults.push(`There are ${all(landmark).length} of ${landmark}.`);
  }
  if (document.body.firstElementChild.getAttribute("href") !== "#content") faults.push("The skip link does not come first.");
  const levels = all("h1, h2, h3, h4, h5, h6").map((heading) => Number(heading.tagName[1]));
  levels.forEach((level, index) => {
    if (level - (levels[index - 1] ?? 0) > 1) faults.push(`A heading of level ${level} follows one of ${levels[index - 1] ?? "none"}.`);
  });

  // What is read out
  const isHidden = (it) => it.closest("[aria-hidden=true]");
  expectEach("nav, fieldset, [role=region], [role=group]", name, "It has no name");
  expectEach("progress", (bar) => isHidden(bar) || name(bar), "It has no name");
  expectEach("a[href], button, summary, select, textarea, input:not([type=hidden])", name, "A control has no name");
  expectEach("a:not([href])", () => false, "A link leads nowhere");
  expectEach("img", (image) => image.hasAttribute("alt"), "A picture has no alternative");
  expectEach("svg", (drawing) => isHidden(drawing) || (["img", "list"].includes(drawing.getAttribute("role")) && name(drawing)), "A drawing is neither named nor hidden");
  const isInked = ({ fill, stroke }) => fill !== "rgb(0, 0, 0)" || stroke !== "none";
  expectEach("svg :is(rect, circle, path):not(symbol *)", (shape) => isInked(getComputedStyle(shape)), "A shape is black for want of ink");
  expectEach("table", name, "A table has no name");
  expectEach("table", (table) => table.querySelector("th"), "A table has no heads");
  expectEach("th", (head) => ["col", "row", "colgroup", "rowgroup"].includes(head.getAttribute("scope")), "A head has no scope");
  expectEach("th[scope=col]", (head) => head.textContent.trim() || head.getAttribute("aria-label"), "The head of a column is empty");
  expectEach("[tabindex]", (element) => element.tabIndex <= 0, "The order of the page is overruled");

  // What refers to something
  const ids = all("[id]").map((element) => element.id);
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index))) faults.push(`The id ${id} stands twice.`);
  for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls", "for"]) {
    expectEach(`[${attribute}]`, (element) => element.getAttribute(attribute).split(/\s+/).every((id) => document.getElementById(id)), `Its ${attribute} is not there`);
  }
  expectEach("[style], style, script:not([src])", () => false, "It is dropped by the content security policy");
  return faults;
}
