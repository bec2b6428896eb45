// A preview belongs to the form whose id its data-plan names. The site renders it again soon after each change.
(() => {
  const plan = document.querySelector("[data-plan]");
  const form = plan && document.getElementById(plan.dataset.plan);
  if (!form) return;
  const WAIT = 400;
  let waiting = 0;
  let turn = 0;

  async function draw() {
    const own = (turn += 1);
    const typed = new URLSearchParams(new FormData(form));
    const isPost = form.method === "post";
    const headers = { "HX-Request": "true" };
    try {
      const answer = isPost
        ? await fetch(location.href, { method: "POST", body: typed, headers })
        : await fetch(`${location.pathname}?${typed}`, { headers });
      const html = await answer.text();
      if (answer.ok && !answer.redirected && own === turn) plan.innerHTML = html;
    } catch {
      // the page is being left, or the site cannot be reached: the plan stays as it is
    }
  }

  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(draw, WAIT);
  });
})();
