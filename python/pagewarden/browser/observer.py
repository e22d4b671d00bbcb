"""The script that stays in a page between reads and hands out a copy of it when it has changed.

It lives in the isolated world, where the page cannot see or replace it, writes nothing into the page, and stops
watching from the first change until the copy is made, so that a page that changes all the time pays little.
"""

from __future__ import annotations

BINDING_NAME = "__pagewarden_copy"
"""The function through which the copy leaves the page; it exists in the isolated world only."""

OBSERVER_NAME = "__pagewarden_observer"
"""The global of the isolated world that holds the observer."""

STOP = f"globalThis.{OBSERVER_NAME} ? (globalThis.{OBSERVER_NAME}.stop(), 'stopped') : 'absent'"
"""An expression that ends the observer of a document."""

BUDGET_MS = 35
"""How long one copy may take of the page's time."""

TRIES = 3
"""How often a first copy that came to nothing is made again, each time with twice the time."""

INTERVAL_MS = 400
"""The least time between two copies; it grows with what a copy costs."""

_SCRIPT = """(() => {
  'use strict';
  const push = globalThis.BINDING;
  if (globalThis.OBSERVER || typeof push !== 'function') return;
  const document_id = performance.timeOrigin.toString(36) + '-' + Math.random().toString(36).slice(2);
  const collect = (budget) => (COLLECTOR);
  const watched = {subtree: true, childList: true, characterData: true, attributes: true,
    attributeFilter: ['class', 'style', 'hidden', 'open', 'type']};
  let last = null, cost = 0, waiting = false, stopped = false, tries = 0, budget = BUDGET;
  const copy = () => {
    if (stopped) return;
    waiting = false;
    watcher.observe(document, watched);
    const start = performance.now();
    let payload = null;
    try { payload = collect(budget); } catch { payload = null; }
    cost = performance.now() - start;
    // A first copy is made by code that has never run; on a slow machine nothing may come of it in its time. A large
    // page is never copied whole, and its copy is good.
    const nothing = typeof payload !== 'string'
      || payload.length < 2000 && payload.slice(-400).includes('"cut":"timeout_ms"');
    if (nothing && last === null && tries < TRIES) {
      tries += 1;
      budget *= 2;
      soon(2 * cost);
      return;
    }
    budget = BUDGET;
    try {
      const unchanged = typeof payload === 'string' && payload === last;
      push(JSON.stringify(unchanged ? {document: document_id, unchanged} : {document: document_id, payload}));
      last = payload;
    } catch { stop(); }
  };
  const soon = (delay) => {
    if (waiting || stopped) return;
    waiting = true;
    watcher.disconnect();
    setTimeout(() => requestIdleCallback(copy, {timeout: last === null ? 250 : 1000}), delay);
  };
  const watcher = new MutationObserver(() => soon(Math.max(INTERVAL, 20 * cost)));
  const stop = () => { stopped = true; last = null; watcher.disconnect(); delete globalThis.OBSERVER; };
  globalThis.OBSERVER = {stop};
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', () => soon(0), {once: true});
    watcher.observe(document, watched);
  } else {
    soon(0);
  }
})();"""


def observer_script(collector_call: str, *, budget_ms: int = BUDGET_MS, interval_ms: int = INTERVAL_MS) -> str:
    """Returns the observer's source.

    Args:
        collector_call: A JavaScript expression that returns the copy as a string, or null for none. It may use
            ``budget``, the milliseconds that it may take, and must return by then.
        budget_ms: What ``budget`` is. Default 35.
        interval_ms: The least time between two copies. Default 400.
    """
    parts = {
        "BINDING": BINDING_NAME,
        "OBSERVER": OBSERVER_NAME,
        "BUDGET": str(budget_ms),
        "INTERVAL": str(interval_ms),
        "TRIES": str(TRIES),
        # The last one, so that nothing within the collector is replaced.
        "COLLECTOR": collector_call,
    }
    script = _SCRIPT
    for name, value in parts.items():
        script = script.replace(name, value)
    return script
