// The entry: reads a document within limits and returns one string.
//
// options: mode ('person', 'innertext' or 'full'), hidden (also what a person cannot see), chars, nodes, ms (time for
// this reading), expires (milliseconds since 1970: a reading that starts later is refused at once), geometry, boxes,
// scope (a structural selector or null), child (true in frames).

// The documents in which fields are looked for before anything is read. A field in a shadow tree marks itself when it is
// walked over, for every later reading.
const MOST_ROOTS = 64;

const rootsWithFields = () => {
  const roots = [document];
  for (let index = 0; index < window.length && roots.length < MOST_ROOTS; index += 1) {
    try {
      roots.push(window[index].document);
    } catch {
      // Of another origin: it is read by itself.
    }
  }
  return roots;
};

const coveredAddress = (address) => {
  const shown = covered(address);
  if (shown !== address) return shown;
  try {
    // The same in the encoding of addresses.
    const readable = decodeURIComponent(address);
    const covers = covered(readable);
    return covers === readable ? address : covers;
  } catch {
    // Not an encoding: there is nothing to decode.
    return address;
  }
};

const headOf = (path, mode) => {
  const head = JSON.stringify({
    url: coveredAddress(document.URL),
    quirks: document.compatMode === 'BackCompat',
    path,
    mode,
  });
  return `${FACTS.magic}${head.length}:${head}`;
};

const tailOf = (walk, matched) => {
  const tail = JSON.stringify({
    cut: walk.cut,
    geometry: walk.geometry === 'checked' ? 'checked' : 'unchecked',
    virtual: walk.virtual,
    candidates: walk.closed.length,
    matched,
    hidden_is_lower_bound: walk.hiddenIsLowerBound,
  });
  return `z${tail.length}:${tail}`;
};

const collect = (options) => {
  const started = performance.now();
  if (Date.now() > options.expires) return FACTS.late;
  if (options.child && isReadByParent()) return '';
  learnSecrets(rootsWithFields());
  const walk = new Walk(options, started);
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
  // Where closed shadow roots may be; held until the next reading at most.
  collect.candidates = walk.closed;
  return `${headOf(pathOf(window).join('/'), options.mode)}${walk.output.records}${tailOf(walk, matched)}`;
};

// Reads a closed shadow root that the driver got from the browser, to be put at the mark of its host.
const collectClosed = (options, root, number) => {
  const started = performance.now();
  if (Date.now() > options.expires) return FACTS.late;
  learnSecrets([...rootsWithFields(), root]);
  const walk = new Walk(options, started);
  // The places in it are numbered on, so that a closed root within it is found in the same list.
  walk.closed = collect.candidates;
  walk.flush(document.documentElement);
  const open = standAround(walk, root.host);
  open.next = firstChildOf(root);
  open.ends = '';
  walk.read(open);
  const path = `${pathOf(window).join('/')}#${number}`;
  return `${headOf(path, options.mode)}${walk.output.records}${tailOf(walk, null)}`;
};

collect.closed = collectClosed;
collect.candidates = [];
