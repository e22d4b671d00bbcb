// What is open while a document is walked, and what an open element means for its children.

// What text facts of an open element are known.
const NO_TEXT_YET = 0;
const WHITE_SPACE_KNOWN = 1;
const TEXT_KNOWN = 2;

// An open element (or document) and what holds for its children. There is one for each depth, used again and again:
// a new object for every element would cost more than what is asked about it.
class Place {
  constructor() {
    this.depth = 0;
    this.element = null;
    this.name = '';
    this.namespace = 0;
    this.word = 0;
    this.display = DISPLAY.block;
    this.style = null;
    // Whether it is the containing block of fixed boxes; asked for when one comes.
    this.catches = null;
    this.next = null;
    // Only one child is read.
    this.single = false;
    // The shadow tree is read now, and the light children come after it.
    this.light = false;
    this.ends = '/';
    // Nothing in it has been read yet.
    this.fresh = true;
    this.textFacts = NO_TEXT_YET;
    this.collapses = true;
    this.shown = true;
    this.secret = false;
    this.inSelect = false;
    this.view = null;
    this.checked = false;
    // How far a person can scroll; where content is seen, and why not when that is nowhere; the same for boxes that
    // are positioned in the nearest positioned ancestor.
    this.home = null;
    this.region = null;
    this.whyNot = FLAG.off_screen;
    this.anchor = null;
    this.whyNotAnchor = FLAG.off_screen;
    // What clipping paths leave of everything inside.
    this.cut = null;
  }
}
