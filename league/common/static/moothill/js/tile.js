// A result typed inside its tile is never lost: where the answer would lead away from the page (to sign in, or to load it
// anew), the form is sent as a form of a page, which the site keeps; where there is no answer, the tile says so.
(() => {
  const formOf = ({ detail }) => (detail.elt.matches(".tile form") ? detail.elt : null);
  const say = (form, isSaid) => form && (form.querySelector("[data-unanswered]").hidden = !isSaid);

  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const form = formOf(event);
    const leadsAway = (name) => event.detail.xhr.getResponseHeader(name);
    if (!form || !["HX-Redirect", "HX-Refresh"].some(leadsAway)) return;
    event.preventDefault();
    form.submit();
  });
  document.addEventListener("htmx:beforeRequest", (event) => say(formOf(event), false));
  for (const failure of ["htmx:responseError", "htmx:sendError"]) {
    document.addEventListener(failure, (event) => say(formOf(event), true));
  }
})();
