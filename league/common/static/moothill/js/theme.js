// The paper that was chosen, light or dark, before anything is drawn; without a choice the device decides.
(() => {
  const scheme = document.querySelector("meta[name=color-scheme]");
  const remembered = () => {
    try {
      return localStorage.getItem("theme") ?? "";
    } catch {
      return ""; // a browser that keeps nothing
    }
  };
  const show = (theme) => {
    scheme.content = theme === "light" || theme === "dark" ? theme : "light dark";
  };
  const press = (choice, theme) => {
    for (const button of choice.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.value === theme));
    }
  };

  show(remembered());

  document.addEventListener("DOMContentLoaded", () => {
    const choice = document.querySelector("[data-theme-choice]");
    if (!choice) return;
    choice.hidden = false;
    press(choice, remembered());
    choice.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      show(button.value);
      press(choice, button.value);
      try {
        localStorage.setItem("theme", button.value);
      } catch {
        // kept for this page only
      }
    });
  });
})();
