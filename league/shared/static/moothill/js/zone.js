// A new account begins with the time zone of its browser. Without this script the list begins with one that fits the language.
(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const list of document.querySelectorAll("select[data-zone]")) {
    if ([...list.options].some((option) => option.value === zone)) list.value = zone;
  }
})();
