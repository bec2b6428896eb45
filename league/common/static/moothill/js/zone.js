// A new account begins with the time zone of its browser. Without this script the list begins with one that fits the language.
(() => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isOwn = (zone) => {
    try {
      return Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone === own; // a browser may keep old names
    } catch {
      return false; // a zone that the browser does not know yet
    }
  };
  for (const list of document.querySelectorAll("select[data-zone]")) {
    const zones = [...list.options].map((option) => option.value);
    const found = zones.includes(own) ? own : zones.find(isOwn);
    if (found) list.value = found;
  }
})();
