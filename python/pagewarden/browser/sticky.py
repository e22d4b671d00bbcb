"""The script that notices when a password field stops to look like one.

A "show password" button turns the field into an ordinary one before anybody reads the page. What was secret stays
secret: the field is remembered in the isolated world, where the collector finds it and the page does not.
"""

from __future__ import annotations

STICKY_FIELDS = """(() => {
  'use strict';
  const known = (globalThis.pagewardenSensitive ??= {fields: new WeakSet(), list: []});
  known.watcher?.disconnect();
  known.watcher = new MutationObserver((changes) => {
    for (const {target, oldValue} of changes) {
      if ((oldValue || '').trim().toLowerCase() !== 'password') continue;
      if (!(target instanceof HTMLInputElement) || known.fields.has(target)) continue;
      known.fields.add(target);
      known.list.push(new WeakRef(target));
    }
  });
  const watched = {subtree: true, attributes: true, attributeFilter: ['type'], attributeOldValue: true};
  known.watcher.observe(document, watched);
})();"""
"""The observer's source, to run in a document before the page's own scripts. It sees the document's own tree alone."""

STOP_STICKY = "globalThis.pagewardenSensitive?.watcher?.disconnect()"
"""An expression that ends the observer of a document; what it remembers stays."""
