// A button that copies: data-copy is the id of what, data-copied is said once it is done. Without this script there is none, and
// what is to be copied is marked by one click, or stands in a field that is read only. Code in a guide gets its buttons here.
(() => {
  const isSafe = Boolean(navigator.clipboard); // only where the connection is safe; a field can be copied elsewhere too

  const copied = async (source) => {
    if (isSafe) {
      const isDone = await navigator.clipboard.writeText(source.value ?? source.textContent).then(() => true, () => false);
      if (isDone || !source.select) return isDone; // it may be refused by the browser
    }
    source.select();
    return document.execCommand("copy");
  };

  for (const article of document.querySelectorAll("[data-copy-code]")) {
    for (const [at, code] of isSafe ? article.querySelectorAll("pre > code").entries() : []) {
      code.id ||= `code-${at}`;
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "button quiet copy-code", textContent: article.dataset.copyCode });
      Object.assign(button.dataset, { copy: code.id, copied: article.dataset.copied });
      code.before(button);
    }
  }

  for (const button of document.querySelectorAll("button[data-copy]")) {
    const source = document.getElementById(button.dataset.copy);
    if (!isSafe && !source.select) continue;
    button.hidden = false;
    button.addEventListener("click", async () => {
      if (!(await copied(source))) return source.select?.();
      button.textContent = button.dataset.copied;
      document.getElementById("announcement").textContent = button.dataset.copied;
    });
  }

  for (const field of document.querySelectorAll(".copy input")) field.addEventListener("focus", () => field.select());
})();
