// SPDX-License-Identifier: MIT
// The keys that are held: the names that the scenes use.
const KEYS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'jump', ' ': 'jump', a: 'punch',
               s: 'kick' };

export function heldKeys() {
  const held = new Set();
  addEventListener('keydown', (event) => {
    if (KEYS[event.key] && !(event.target instanceof HTMLButtonElement && event.key === ' ')) {
      held.add(KEYS[event.key]);
      event.preventDefault();
    }
  });
  addEventListener('keyup', (event) => held.delete(KEYS[event.key]));
  addEventListener('blur', () => held.clear());
  return held;
}
