// The walk: one pass over the tree with a stack of its own, so that no depth can overflow it, which polices its own
// clock and stops at the first limit. It never waits, never writes into the page and never calls a function that a page
// could have replaced: in its isolated world all of them are the browser's.

const CLOCK_STRIDE = 64;
// Text that no person sees is counted, but a page does not get to spend our time on it.
const MOST_HIDDEN_NODES = 100000;
const MOST_CLOSED_CANDIDATES = 64;
const MOST_FRAME_DEPTH = 16;
const MOST_SCROLLERS = 24;
const HAS_OWN_FLAGS = new Set([...FACTS.replaced, 'details', 'object']);
const ITEMS = new Set([DISPLAY.flex, DISPLAY.grid, DISPLAY['inline-flex']]);
const CODE = new Set(FACTS.code);
const CAN_HOST = new Set(FACTS.can_host);
const LOCKED = FLAG.content_hidden | FLAG.skipped;
const NOT_SEEN = FLAG.zero_box | FLAG.clipped | FLAG.off_screen | FLAG.opacity_zero;

class Walk {
  constructor(options, started) {
    this.person = options.mode === 'person';
    this.full = options.mode === 'full';
    this.withHidden = options.hidden || this.full;
    this.maxChars = options.chars;
    this.maxNodes = options.nodes;
    this.boxes = options.boxes;
    // What started late has less time left: the answer is waited for until a moment, not for a while.
    this.deadline = started + Math.min(options.ms, options.expires - Date.now());
    this.output = new Output();
    this.nodes = 0;
    this.chars = 0;
    this.cut = null;
    this.hiddenNodes = 0;
    this.hiddenIsLowerBound = false;
    this.geometry = this.person && options.geometry ? 'wanted' : 'unchecked';
    this.virtual = false;
    this.scrollers = 0;
    this.letters = new Map();
    this.closed = [];
    this.innerText = options.mode === 'innertext';
    this.places = [];
    this.range = null;
  }

  late() {
    return performance.now() >= this.deadline;
  }

  stop(limit) {
    if (this.cut === null) this.cut = limit;
  }

  // The first style that is asked for pays for everything that changed since; what is left decides about boxes.
  flush(root) {
    const before = performance.now();
    void getComputedStyle(root).display;
    const took = performance.now() - before;
    // A layout costs two to four times what the styles did.
    if (this.geometry === 'wanted') this.geometry = performance.now() + 4 * took < this.deadline ? 'checked' : 'unchecked';
  }

  // UTF-16 units of content below an element that is left out; program text is none.
  unitsBelow(element, except) {
    const roots = [element];
    let units = 0;
    while (roots.length > 0) {
      const root = roots.pop();
      if (nodeTypeOf(root) === 1 && shadowRootOf(root) !== null) roots.push(shadowRootOf(root));
      const walker = ownerDocumentOf(root).createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        this.hiddenNodes += 1;
        if (this.hiddenNodes > MOST_HIDDEN_NODES || (this.hiddenNodes % CLOCK_STRIDE === 0 && this.late())) {
          this.hiddenIsLowerBound = true;
          return units;
        }
        if (nodeTypeOf(node) === 1) {
          if (shadowRootOf(node) !== null) roots.push(shadowRootOf(node));
        } else if (!CODE.has(localNameOf(parentNodeOf(node))) && !(except !== null && containsOf(except, node))) {
          units += node.data.trim().length;
        }
      }
    }
    return units;
  }

  elide(units) {
    if (units > 0) this.output.records += `h${units}.`;
  }

  // Reads what is below an open place, to its end or to the first limit.
  read(open) {
    const stack = [];
    let sinceClock = 0;
    while (open !== undefined) {
      const node = open.next;
      if (node === null) {
        this.output.records += open.ends;
        if (open.light) {
          // The shadow tree has ended; the light children of the host come next.
          open.light = false;
          open.next = firstChildOf(open.element);
        } else {
          open = stack.pop();
        }
        continue;
      }
      open.next = open.single ? null : nextSiblingOf(node);
      if (this.nodes >= this.maxNodes) return this.stop('max_nodes');
      sinceClock += 1;
      if (sinceClock >= CLOCK_STRIDE) {
        sinceClock = 0;
        if (this.late()) return this.stop('timeout_ms');
      }
      const kind = nodeTypeOf(node);
      if (kind === 3 || kind === 4) {
        this.nodes += 1;
        writeText(this, node, open);
        open.fresh = false;
        if (this.chars >= this.maxChars) return this.stop('max_chars');
      } else if (kind === 1) {
        const inner = this.element(node, open);
        open.fresh = false;
        if (inner !== null) {
          stack.push(open);
          open = inner;
        }
      }
    }
    return undefined;
  }

  // The place at the top of a document, before its first node.
  placeOf(owner) {
    const root = owner.documentElement;
    const view = owner.defaultView;
    const place = new Place();
    place.next = firstChildOf(owner);
    place.view = view;
    place.checked = this.geometry === 'checked' && root !== null && view !== null;
    place.home = place.checked ? documentRegion(root, view) : null;
    place.region = place.home;
    place.anchor = place.home;
    place.cut = place.checked ? EVERYWHERE : null;
    return place;
  }

  // Facts of an element, and what holds for its children. The text facts come later, with its first text.
  describe(element, parent) {
    const name = localNameOf(element);
    const namespace = namespaceOf(element);
    const html = namespace === 0;
    const style = getComputedStyle(element);
    const display = displayOf(element, name, namespace, style);
    const none = display === DISPLAY.none;
    let word = display;
    if (html && HAS_OWN_FLAGS.has(name)) word |= ownFlags(element, name);
    const depth = parent.depth + 1;
    const inner = this.places[depth] ?? this.newPlace(depth);
    inner.element = element;
    inner.name = name;
    inner.namespace = namespace;
    inner.display = display;
    inner.style = style;
    inner.catches = null;
    inner.next = firstChildOf(element);
    inner.single = false;
    inner.light = false;
    inner.ends = '/';
    inner.textFacts = NO_TEXT_YET;
    inner.fresh = true;
    inner.inSelect = parent.inSelect || (html && name === 'select');
    inner.secret = parent.secret;
    inner.view = parent.view;
    inner.checked = parent.checked;
    inner.home = parent.home;
    inner.region = parent.region;
    inner.whyNot = parent.whyNot;
    inner.cut = parent.cut;
    inner.anchor = parent.anchor;
    inner.whyNotAnchor = parent.whyNotAnchor;
    inner.word = word;
    if (none && !this.withHidden && !inner.inSelect) return inner;
    const visibility = VISIBILITY[style.visibility] || 0;
    word |= visibility << FACTS.visibility_shift;
    inner.shown = visibility === 0 || this.withHidden;
    // An inline box cannot be locked.
    const contentVisibility = display === DISPLAY.inline ? 'visible' : style.contentVisibility;
    if (contentVisibility !== 'visible') word |= this.lockOf(element, contentVisibility);
    if (style.opacity === '0' && display !== DISPLAY.contents && !isFading(element)) word |= FLAG.opacity_zero;
    if (html && name === 'input') {
      const sensitive = sensitiveFlags(element, name);
      word |= sensitive;
      inner.secret = inner.secret || sensitive !== 0;
    }
    if (display === DISPLAY.inline && inner.next === null) word |= iconFlags(element);
    // Floating and positioned boxes are blocks, whatever they were before.
    if (display !== DISPLAY.inline && !none) {
      const position = style.position;
      const positioned = position === 'absolute' || position === 'fixed';
      if (positioned || (!ITEMS.has(parent.display) && style.cssFloat !== 'none')) word |= FLAG.out_of_flow;
      if (parent.checked) this.standIn(inner, position, positioned);
    }
    inner.word = word;
    return inner;
  }

  newPlace(depth) {
    const place = new Place();
    place.depth = depth;
    this.places[depth] = place;
    return place;
  }

  lockOf(element, contentVisibility) {
    if (contentVisibility === 'hidden') return FLAG.content_hidden;
    return contentVisibility === 'auto' && !this.person && isSkipped(element) ? FLAG.skipped : 0;
  }

  // Where an element stands, and what its children can be seen through.
  standIn(inner, position, positioned) {
    if (position === 'absolute') {
      inner.region = intersect(inner.anchor, inner.cut);
      inner.whyNot = inner.region === null && inner.anchor !== null ? FLAG.clipped : inner.whyNotAnchor;
    } else if (position === 'fixed') {
      this.standFixed(inner);
    }
    this.clip(inner, positioned);
    if (position !== 'static') {
      inner.anchor = inner.region;
      inner.whyNotAnchor = inner.whyNot;
    }
  }

  // A fixed box stands in the viewport, unless a transformed ancestor catches it.
  standFixed(inner) {
    for (let depth = inner.depth - 1; depth > 0; depth -= 1) {
      const around = this.places[depth];
      if (around === undefined || around.style === null || around.view !== inner.view) break;
      around.catches ??= around.name !== 'html' && catchesFixed(around.style);
      if (around.catches) {
        inner.home = around.home;
        inner.region = around.region;
        inner.whyNot = around.whyNot;
        return;
      }
    }
    inner.home = [0, 0, inner.view.innerWidth, inner.view.innerHeight];
    inner.region = intersect(inner.home, inner.cut);
    inner.whyNot = inner.region === null ? FLAG.clipped : FLAG.off_screen;
  }

  clip(inner, positioned) {
    const { element, style, name, display } = inner;
    const before = inner.region;
    let region = before;
    if (style.clipPath !== 'none' || (positioned && style.clip !== 'auto')) {
      region = regionAfterClip(element, style, before, positioned);
      // A clipping path cuts everything inside, wherever it is positioned.
      inner.cut = intersect(inner.cut, region);
    }
    // What the root hides, the viewport decides about.
    const isRoot = inner.namespace === 0 && (name === 'html' || name === 'body');
    const overflows = style.overflowX !== 'visible' || style.overflowY !== 'visible' || paints(style);
    if (overflows && !isRoot && display !== DISPLAY.contents) {
      if (region !== null) region = regionInside(element, style, region);
      const scrolls = style.overflowY === 'auto' || style.overflowY === 'scroll';
      if (scrolls && !this.virtual && region !== null && this.scrollers < MOST_SCROLLERS) {
        this.scrollers += 1;
        this.virtual = looksVirtual(element);
      }
    }
    // The cells of a collapsed column have no width, and nothing else tells.
    if (display === DISPLAY['table-cell'] && clientWidthOf(element) === 0) region = null;
    if (region === null && before !== null) inner.whyNot = whyNowhere(element, inner.home);
    inner.region = region;
  }

  // Writes an element; gives the place of its children, or null when there are none to read.
  element(element, parent) {
    const inner = this.describe(element, parent);
    const { name, namespace, display } = inner;
    const html = namespace === 0;
    const none = display === DISPLAY.none;
    this.nodes += 1;
    if (none && html && name === 'head' && !this.full) return this.head(element);
    if (this.isLeftOut(inner)) return this.leaveOut(inner);
    const isFrame = html && (name === 'iframe' || name === 'frame');
    if (isFrame && inner.checked && !none) inner.word |= this.hiddenFrame(inner);
    this.write(inner);
    if (isFrame) return this.frame(inner);
    // A slot has no texts of its own, but those of the host are laid out in it.
    if (html && name === 'slot') readTextFacts(this, inner, false);
    const shadow = shadowRootOf(element);
    if (shadow !== null && (this.person || this.full)) {
      this.output.records += 'r';
      inner.light = true;
      inner.next = firstChildOf(shadow);
      return inner;
    }
    // innerText reads slotted children in the order of the light tree: only the slots are needed.
    if (shadow !== null) this.slots(shadow);
    else if (this.person || this.full) this.mayBeClosed(inner);
    const replaced = (inner.word & FLAG.replaced) !== 0 && !this.full;
    if (replaced || inner.next === null) {
      this.output.close();
      return null;
    }
    if ((inner.word & FLAG.closed_details) !== 0 && !this.withHidden) return this.closedDetails(inner);
    return inner;
  }

  isLeftOut(inner) {
    if (this.withHidden) return false;
    if (inner.display === DISPLAY.none) return !inner.inSelect;
    if (this.person && (inner.word & FLAG.opacity_zero) !== 0) return true;
    return (inner.word & LOCKED) !== 0 && inner.display !== DISPLAY.inline;
  }

  // The record of an element with the attributes that belong to this kind of reading.
  write(inner) {
    const { element, name, namespace } = inner;
    this.output.element(name, namespace, inner.word);
    if (this.full) {
      writeAllAttributes(this.output, element, name);
    } else if (namespace === 0) {
      if (isField(element, name)) writeFieldAttributes(this.output, element);
      else if (name === 'slot') writeName(this.output, element);
      if (slotOf(element) !== '') this.output.attribute('slot', slotOf(element));
    }
    if ((inner.word & FLAG.sensitive) !== 0) this.output.attribute('value', '*');
    if (this.boxes && inner.display !== DISPLAY.none) this.box(element);
  }

  box(element) {
    const box = getBoundingClientRectOf(element);
    if (box.width <= 0 && box.height <= 0) return;
    this.output.records +=
      `b${Math.round(box.left)}.${Math.round(box.top)}.${Math.round(box.width)}.${Math.round(box.height)}.`;
  }

  // The title stands in the head, which has no box.
  head(element) {
    this.nodes += 1;
    this.output.element('head', 0, DISPLAY.none);
    const title = ownerDocumentOf(element).title;
    if (title !== '' && ownerDocumentOf(element).defaultView === window) {
      this.output.element('title', 0, DISPLAY.none);
      this.output.text(covered(title).slice(0, MOST_HIDDEN_TEXT), 0);
      this.output.close();
    }
    this.output.close();
    return null;
  }

  // A subtree that is not read: what it holds is counted, unless nothing counts it.
  leaveOut(inner) {
    if (!this.person) return null;
    const { name, element } = inner;
    const isFrame = name === 'iframe' || name === 'frame';
    const units = CODE.has(name) ? 0 : this.unitsBelow(element, null);
    if (units === 0 && !isFrame) return null;
    this.output.element(name, inner.namespace, inner.word);
    this.elide(units);
    this.output.close();
    return null;
  }

  // Of a closed details the summary alone is read.
  closedDetails(inner) {
    let summary = firstElementChildOf(inner.element);
    while (summary !== null && localNameOf(summary) !== 'summary') summary = nextElementSiblingOf(summary);
    if (this.person) this.elide(this.unitsBelow(inner.element, summary));
    inner.next = summary;
    inner.single = true;
    return inner;
  }

  // Why a frame shows nothing, 0 when it does: nobody reads in a frame of one pixel.
  hiddenFrame(inner) {
    const box = getBoundingClientRectOf(inner.element);
    if (box.width <= 1 || box.height <= 1) return FLAG.zero_box;
    return hiddenBox(box, inner.region, inner.whyNot, inner.home);
  }

  // A frame is read in place when its document can be reached. For any other a mark is left, so that its own reading
  // can be put there.
  frame(inner) {
    const { element, view } = inner;
    const hidden = (inner.word & NOT_SEEN) !== 0 || inner.display === DISPLAY.none || !inner.shown;
    const owner = element.contentDocument;
    if (this.innerText || (hidden && !this.withHidden)) {
      const root = owner === null ? null : owner.documentElement;
      if (root !== null && !this.innerText) this.elide(this.unitsBelow(root, null));
      this.output.close();
      return null;
    }
    if (owner === null || pathOf(view).length >= MOST_FRAME_DEPTH) {
      const path = [...pathOf(view), positionIn(view, element.contentWindow)].join('/');
      this.output.records += `o${path.length}:${path}`;
      this.output.close();
      return null;
    }
    const place = this.placeOf(owner);
    place.ends = '//';
    place.depth = inner.depth + 1;
    this.output.records += 'f';
    return place;
  }

  // The slots of a shadow tree by themselves.
  slots(root) {
    this.output.records += 'r';
    for (const slot of root.querySelectorAll('slot')) {
      this.output.element('slot', 0, isDisplayed(slot) ? DISPLAY.contents : DISPLAY.none);
      writeName(this.output, slot);
      this.output.close();
    }
    this.output.close();
  }

  // A place where a closed shadow root may be: nothing tells from here, so that the driver has to ask the browser.
  mayBeClosed(inner) {
    const { element, name } = inner;
    if (inner.namespace !== 0 || this.closed.length >= MOST_CLOSED_CANDIDATES) return;
    if (!name.includes('-')) {
      if (inner.next !== null || !CAN_HOST.has(name) || !inner.checked || clientHeightOf(element) === 0) return;
    }
    this.output.records += `k${this.closed.length}.`;
    this.closed.push(element);
  }
}

// Whether an element is only transparent for the moment: what fades in is read like what is there.
const isFading = (element) => getAnimationsOf(element).some((animation) => animation.playState === 'running');

// Content that is skipped because it is far from the viewport: it is there, but innerText does not give it.
const isSkipped = (element) => {
  const child = firstElementChildOf(element);
  if (child !== null) return !checkVisibilityOf(child, { contentVisibilityAuto: true }) && checkVisibilityOf(child);
  return element.innerText === '' && textContentOf(element).trim() !== '';
};

const writeName = (output, slot) => {
  const name = getAttributeOf(slot, 'name');
  if (name !== null && name !== '') output.attribute('name', name);
};

// Whether no ancestor in the tree of an element is without a box.
const isDisplayed = (element) => {
  for (let node = element; node !== null; node = parentElementOf(node)) {
    if (getComputedStyle(node).display === 'none') return false;
  }
  return true;
};
