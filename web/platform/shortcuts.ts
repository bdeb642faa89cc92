/** Keys pressed together. */
export interface Press {
  /** `KeyboardEvent.key`, letters in lower case. */
  key: string;
  /** Ctrl, or ⌘. */
  control?: boolean;
  alt?: boolean;
  /** `either` for a character that some keyboards type with Shift. */
  shift?: boolean | 'either';
}

/** All keyboard shortcuts: handlers compare events with them, and the help sheet lists them. */
export const shortcuts = {
  search: { key: 'k', control: true },
  sheet: { key: '/', control: true, shift: 'either' },
  previous: { key: 'ArrowUp', alt: true },
  next: { key: 'ArrowDown', alt: true },
  previousUnread: { key: 'ArrowUp', alt: true, shift: true },
  nextUnread: { key: 'ArrowDown', alt: true, shift: true },
  read: { key: 'Escape' },
  readAll: { key: 'Escape', shift: true },
  send: { key: 'Enter' },
  sendByControl: { key: 'Enter', control: true },
  line: { key: 'Enter', shift: true },
  editLast: { key: 'ArrowUp' },
  bold: { key: 'b', control: true },
  italic: { key: 'i', control: true },
  underline: { key: 'u', control: true },
  link: { key: 'k', control: true },
  up: { key: 'ArrowUp' },
  down: { key: 'ArrowDown' },
  pageUp: { key: 'PageUp' },
  pageDown: { key: 'PageDown' },
  first: { key: 'Home' },
  last: { key: 'End' },
  menu: { key: 'F10', shift: true },
  day: { key: 'd' },
  leave: { key: 'Escape' },
  rename: { key: 'F2' },
  remove: { key: 'Delete' },
} as const satisfies Record<string, Press>;

/** Fields of a keyboard event that a shortcut is compared with. */
type KeyEvent = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * Tells whether an event presses exactly these keys, with no further modifier. Events of a browser's autofill have no `key`
 * and match nothing.
 */
export const isPressed = (event: KeyEvent, { key, control = false, alt = false, shift = false }: Press): boolean =>
  String(event.key).toLowerCase() === key.toLowerCase() &&
  (event.ctrlKey || event.metaKey) === control &&
  event.altKey === alt &&
  (shift === 'either' || event.shiftKey === shift);

const signs: Partial<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓' };

/**
 * Writes a shortcut as words: « Ctrl K ».
 * @param names the language's names of keys, by `KeyboardEvent.key`
 */
export function spelled({ key, control, alt, shift }: Press, names: Partial<Record<string, string>> = {}): string {
  const name = signs[key] ?? names[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  return [control && 'Ctrl', alt && 'Alt', shift === true && (names.Shift ?? 'Shift'), name].filter(Boolean).join(' ');
}
