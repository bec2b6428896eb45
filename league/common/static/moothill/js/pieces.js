// What moved shows how: each piece ([data-piece]) of a table slides from where it lay to where it lies now. Of pieces
// that are alike, those that stayed are found first, and then the nearest; what was nowhere before appears.
window.pieces = (() => {
  const MS = 180;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  const away = (one, other) => Math.abs(one.left - other.left) + Math.abs(one.top - other.top);

  function of(root) {
    const all = root ? [...root.querySelectorAll("[data-piece]")] : [];
    return all.map((piece) => ({ piece, kind: piece.dataset.piece, box: piece.getBoundingClientRect() }));
  }

  function take(old, now, most) {
    const alike = old.filter((one) => one.kind === now.kind && away(one.box, now.box) <= most);
    const nearest = alike.sort((one, other) => away(one.box, now.box) - away(other.box, now.box))[0];
    if (nearest) old.splice(old.indexOf(nearest), 1);
    return nearest;
  }

  function move(root, before) {
    if (calm.matches) return;
    const old = [...before];
    for (const now of of(root).filter((one) => !take(old, one, 2))) slide(now, take(old, now, Infinity));
  }

  function slide({ piece, box }, from) {
    if (!from) {
      piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: MS, easing: "ease-out" });
      return;
    }
    const scale = piece instanceof SVGElement || !box.width ? 1 : from.box.width / box.width;
    const start = `translate(${from.box.left - box.left}px, ${from.box.top - box.top}px) scale(${scale})`;
    const frames = [{ transform: start, zIndex: 3 }, { transform: "none", zIndex: 3 }].map((frame) => ({ ...frame, transformOrigin: "0 0" }));
    piece.animate(frames, { duration: MS, easing: "ease-out" });
  }

  return { calm, of, move };
})();
