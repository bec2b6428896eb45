// A button that copies: data-copy names what, data-copied is said once it is done. Without this script there is none, and
// what is to be copied is marked by one click.
(() => {
  if (!navigator.clipboard) return; // only where the connection is safe

  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).textContent);
      button.textContent = button.dataset.copied;
      document.getElementById("announcement").textContent = button.dataset.copied;
    });
  }
})();
