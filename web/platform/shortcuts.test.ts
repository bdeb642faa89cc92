import { expect, test } from 'vitest';
import { isPressed, type Press, shortcuts, spelled } from './shortcuts.ts';

const held = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each([
  [shortcuts.search, { key: 'k', ctrlKey: true }, true],
  [shortcuts.search, { key: 'K', metaKey: true }, true],
  [shortcuts.search, { key: 'k' }, false],
  [shortcuts.search, { key: 'k', ctrlKey: true, shiftKey: true }, false],
  [shortcuts.sheet, { key: '/', ctrlKey: true, shiftKey: true }, true],
  [shortcuts.next, { key: 'ArrowDown', altKey: true }, true],
  [shortcuts.next, { key: 'ArrowDown', altKey: true, shiftKey: true }, false],
  [shortcuts.read, { key: 'Escape', shiftKey: true }, false],
  [shortcuts.readAll, { key: 'Escape', shiftKey: true }, true],
  [shortcuts.send, { key: 'Enter', altKey: true }, false],
])('%j is pressed by %j: %j', (press, event, is) => {
  expect(isPressed({ ...held, ...event }, press)).toBe(is);
});

test('An autofill event, which has no key, matches no shortcut', () => {
  const filled = { ...held } as unknown as KeyboardEvent;
  for (const press of Object.values<Press>(shortcuts)) expect(isPressed(filled, press)).toBe(false);
});

test('Shortcuts are written with the language’s names of keys', () => {
  expect(spelled(shortcuts.readAll, { Shift: 'Maj', Escape: 'Échap' })).toBe('Maj Échap');
  expect(spelled(shortcuts.nextUnread, { Shift: 'Maj' })).toBe('Alt Maj ↓');
  expect([shortcuts.sheet, shortcuts.bold, shortcuts.readAll].map(press => spelled(press))).toEqual([
    ...['Ctrl /', 'Ctrl B', 'Shift Escape'],
  ]);
});
