// Whether text can be seen where it stands: by its boxes, the boxes that clip it, and how far a person can scroll.
//
// A region is [left, top, right, bottom] in the coordinates of the document's viewport: where content can be brought
// into view. It grows with a scroller, because what is scrolled away can be scrolled back, and shrinks with a box that
// hides its overflow. null stands for nowhere.

const FAR = 1e7;
const EVERYWHERE = [-FAR, -FAR, FAR, FAR];

const intersect = (a, b) => {
  if (a === null || b === null) return null;
  const region = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return region[2] <= region[0] || region[3] <= region[1] ? null : region;
};

// The whole of a document as far as a person can scroll. Overflow below the viewport counts as reachable even where
// scrolling is switched off for now, as behind a cookie notice; overflow to the side does not, because there lie the
// drawers that a page slides in.
const documentRegion = (root, view) => {
  const scroller = ownerDocumentOf(root).scrollingElement || root;
  const style = getComputedStyle(root);
  const body = ownerDocumentOf(root).body;
  const sideways = style.overflowX !== 'visible' || body === null ? style.overflowX : getComputedStyle(body).overflowX;
  const left = -view.scrollX;
  const top = -view.scrollY;
  const width = sideways === 'hidden' || sideways === 'clip' ? clientWidthOf(scroller) : scrollWidthOf(scroller);
  if (style.direction === 'rtl') {
    const right = left + clientWidthOf(scroller);
    return [right - width, top, right, Math.max(FAR, top + scrollHeightOf(scroller))];
  }
  // A vertical document written from the right is scrolled to the left.
  const start = style.writingMode === 'vertical-rl' ? left + clientWidthOf(scroller) - scrollWidthOf(scroller) : left;
  return [start, top, Math.max(start + width, left + width), Math.max(FAR, top + scrollHeightOf(scroller))];
};

// Whether containment keeps everything inside of the box.
const paints = (style) => style.contain !== 'none' && /paint|strict|content/.test(style.contain);

// Whether a box is the containing block of fixed boxes inside of it.
const catchesFixed = (style) =>
  style.transform !== 'none' || style.filter !== 'none' || style.perspective !== 'none' || style.rotate !== 'none' ||
  style.scale !== 'none' || style.translate !== 'none' || style.backdropFilter !== 'none' || paints(style) ||
  /transform|filter|perspective/.test(style.willChange);

// The region for what stands in an element with an overflow of its own.
const regionInside = (element, style, region) => {
  const box = getBoundingClientRectOf(element);
  const margin = style.overflowX === 'clip' || style.overflowY === 'clip' ? parseFloat(style.overflowClipMargin) || 0 : 0;
  const outer = [box.left - margin, box.top - margin, box.right + margin, box.bottom + margin];
  const seen = intersect(region, outer);
  const scrollsX = style.overflowX === 'auto' || style.overflowX === 'scroll';
  const scrollsY = style.overflowY === 'auto' || style.overflowY === 'scroll';
  if (!scrollsX && !scrollsY) {
    // `overflow: clip` may concern one axis alone.
    const contained = paints(style);
    if (style.overflowX === 'visible' && !contained) return intersect(region, [-FAR, outer[1], FAR, outer[3]]);
    if (style.overflowY === 'visible' && !contained) return intersect(region, [outer[0], -FAR, outer[2], FAR]);
    return seen;
  }
  if (seen === null) return null;
  const inside = [seen[0], seen[1], seen[2], seen[3]];
  // What a box around the scroller cuts off its edges is out of reach at both ends of the way.
  if (scrollsX) {
    const rightToLeft = style.direction === 'rtl';
    const start = rightToLeft
      ? box.right - scrollWidthOf(element) - scrollLeftOf(element)
      : box.left - scrollLeftOf(element);
    inside[0] = start + (seen[0] - box.left);
    inside[2] = start + Math.max(scrollWidthOf(element), box.width) - (box.right - seen[2]);
  }
  if (scrollsY) {
    const start = box.top - scrollTopOf(element);
    inside[1] = start + (seen[1] - box.top);
    inside[3] = start + Math.max(scrollHeightOf(element), box.height) - (box.bottom - seen[3]);
  }
  return inside;
};

const lengthIn = (text, whole) => {
  const number = parseFloat(text);
  if (Number.isNaN(number)) return 0;
  return text.endsWith('%') ? (number / 100) * whole : number;
};

// What `clip` and `clip-path` leave of a box; the region as it was when they leave it alone or cannot be judged.
const regionAfterClip = (element, style, region, positioned) => {
  const rectangle = positioned && style.clip !== 'auto' ? /^rect\((.*)\)$/.exec(style.clip) : null;
  const path = style.clipPath;
  if (rectangle === null && path === 'none') return region;
  const box = getBoundingClientRectOf(element);
  if (rectangle !== null) {
    const [top, right, bottom, left] = rectangle[1].split(/[\s,]+/);
    const edge = (value, automatic, origin) => (value === 'auto' ? automatic : origin + parseFloat(value));
    region = intersect(region, [
      edge(left, -FAR, box.left), edge(top, -FAR, box.top), edge(right, FAR, box.left), edge(bottom, FAR, box.top),
    ]);
  }
  const inset = /^inset\(([^)]*?)(?:\s+round.*)?\)/.exec(path);
  if (inset !== null) {
    const sides = inset[1].trim().split(/\s+/);
    const [top, right = top, bottom = top, left = right] = sides;
    return intersect(region, [
      box.left + lengthIn(left, box.width), box.top + lengthIn(top, box.height),
      box.right - lengthIn(right, box.width), box.bottom - lengthIn(bottom, box.height),
    ]);
  }
  if (/^(?:circle|ellipse)\(\s*0(?:px|%)?(?:\s|\))/.test(path)) return null;
  const polygon = /^polygon\((?:(?:nonzero|evenodd),)?(.*)\)/.exec(path);
  if (polygon !== null) {
    const points = polygon[1].split(',').map((point) => point.trim().split(/\s+/));
    if (points.some((point) => point.length !== 2 || point.join('').includes('calc'))) return region;
    const xs = points.map((point) => box.left + lengthIn(point[0], box.width));
    const ys = points.map((point) => box.top + lengthIn(point[1], box.height));
    return intersect(region, [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
  }
  return region;
};

// Why nothing can be seen in a box that leaves no region for its content.
const whyNowhere = (element, home) => {
  const box = getBoundingClientRectOf(element);
  if (box.width <= 0 || box.height <= 0) return FLAG.zero_box;
  return beyond(box, home) ? FLAG.off_screen : FLAG.clipped;
};

// Why a box cannot be seen in a region: 0 when it can.
const hiddenBox = (box, region, why, home) => {
  if (box.width <= 0 || box.height <= 0) return FLAG.zero_box;
  if (region === null) return why;
  const width = Math.min(box.right, region[2]) - Math.max(box.left, region[0]);
  const height = Math.min(box.bottom, region[3]) - Math.max(box.top, region[1]);
  // A box of one pixel, the usual way to keep text for screen readers alone, shows nothing that could be read.
  if (width > 1 && height > 1) return 0;
  if (width >= Math.min(box.width, 2) && height >= Math.min(box.height, 2)) return 0;
  return home === region || beyond(box, home) ? FLAG.off_screen : FLAG.clipped;
};

const beyond = (box, home) =>
  home !== null && (box.right <= home[0] || box.bottom <= home[1] || box.left >= home[2] || box.top >= home[3]);

// A list that keeps only the rows in sight in the document: a scroller whose rows fill far less than its height.
const ROWS_LOOKED_AT = 200;
const looksVirtual = (scroller) => {
  const count = Number(getAttributeOf(scroller, 'aria-rowcount') || 0);
  let list = scroller;
  // Down through wrappers that hold one thing each.
  for (let depth = 0; depth < 4 && childElementCountOf(list) === 1; depth += 1) list = firstElementChildOf(list);
  if (count > childElementCountOf(list) + 1 && count > 1) return true;
  if (scrollHeightOf(scroller) < 2 * clientHeightOf(scroller) || childElementCountOf(list) < 2) return false;
  let filled = 0;
  let seen = 0;
  let tallest = 0;
  for (let child = firstElementChildOf(list); child !== null && seen < ROWS_LOOKED_AT; child = nextElementSiblingOf(child)) {
    const height = getBoundingClientRectOf(child).height;
    filled += height;
    tallest = Math.max(tallest, height);
    seen += 1;
  }
  if (seen === ROWS_LOOKED_AT) return false;
  // A spacer above or below the rows is one child that is much taller than a row.
  if (seen > 2 && tallest > 5 * ((filled - tallest) / (seen - 1))) filled -= tallest;
  return filled < 0.6 * scrollHeightOf(scroller);
};
