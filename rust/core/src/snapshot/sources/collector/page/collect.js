// The entry: reads a document within limits and returns one string.
//
// options: mode ('person', 'innertext' or 'full'), hidden (also what a person cannot see), chars, nodes, ms (time for
// this reading), expires (milliseconds since 1970: a reading that starts later is refused at once), geometry, boxes,
// scope (a structural selector or null), child (true in frames).

const collect = (options) => {
  const started = performance.now();
  if (Date.now() > options.expires) return FACTS.late;
  if (options.child && isReadByParent()) return '';
  const walk = new Walk(options, started);
  const head = JSON.stringify({
    url: document.URL,
    quirks: document.compatMode === 'BackCompat',
    path: pathOf(window).join('/'),
    mode: options.mode,
  });
  const root = document.documentElement;
  let matched = null;
  if (root !== null) {
    walk.flush(root);
    if (walk.late()) {
      walk.stop('timeout_ms');
    } else if (options.scope === null) {
      // innerText of a body without a box is its textContent.
      if (walk.innerText && document.body !== null && !isDisplayed(document.body)) walk.withHidden = true;
      walk.read(walk.placeOf(document));
    } else {
      const scope = findScope(options.scope);
      matched = scope.matched;
      if (scope.element !== null) readScope(walk, scope.element);
    }
  }
  globalThis.pagewardenClosed = walk.closed;
  const tail = JSON.stringify({
    cut: walk.cut,
    geometry: walk.geometry === 'checked' ? 'checked' : 'unchecked',
    virtual: walk.virtual,
    candidates: walk.closed.length,
    matched,
    hidden_is_lower_bound: walk.hiddenIsLowerBound,
  });
  return `${FACTS.magic}${head.length}:${head}${walk.output.records}z${tail.length}:${tail}`;
};
