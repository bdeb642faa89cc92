import { folded } from '@palabre/common/rules/folded.ts';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';

/** Longest pause between two letters of a word. */
const wordPauseMs = 600;

const rovingIn = (list: Element) => [...list.querySelectorAll<HTMLElement>('[data-roving]')];

/** Returns the text that typed letters are compared with: the aria-label (an icon shows no text), or else the text. */
const nameOf = (item: HTMLElement | undefined) => folded(item?.ariaLabel ?? item?.textContent ?? '').trim();

/**
 * Makes a list one tab stop (roving tabindex): arrows, Home and End move in it, and letters go to the next item that begins
 * with them.
 * @param ids ids of the items, in order
 * @param current id of the item that Tab enters; the first item by default
 * @param across whether the items are in a row, so that left and right arrows move
 */
export function useRoving(ids: readonly string[], current?: string, across = false) {
  const [focused, setFocused] = useState<string | null>(null);
  const word = useRef({ text: '', at: 0 });
  const stop = [focused, current].find(id => id != null && ids.includes(id)) ?? ids[0];

  /** @param pressedMs time of the press: a busy page handles the letters of a word late */
  function beginningWith(items: HTMLElement[], from: number, letter: string, pressedMs: number): number {
    const { text, at } = word.current;
    const typed = pressedMs - at < wordPauseMs ? text + letter : letter;
    word.current = { text: typed, at: pressedMs };
    // A repeated letter cycles through the items that begin with it; a longer word may match the current item.
    const wanted = [...typed].every(one => one === typed[0]) ? (typed[0] ?? '') : typed;
    const start = wanted.length === 1 ? from + 1 : from;
    const order = items.map((_, index) => (start + index) % items.length);
    return order.find(index => nameOf(items[index]).startsWith(folded(wanted))) ?? -1;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const items = rovingIn(event.currentTarget);
    const from = items.indexOf(event.target as HTMLElement);
    if (from < 0) return;
    const last = items.length - 1;
    const steps: Record<string, number> = {
      [across ? 'ArrowRight' : 'ArrowDown']: Math.min(last, from + 1),
      [across ? 'ArrowLeft' : 'ArrowUp']: Math.max(0, from - 1),
      Home: 0,
      End: last,
    };
    const isLetter = [...event.key].length === 1 && event.key !== ' ';
    const to = isLetter ? beginningWith(items, from, event.key, event.timeStamp) : steps[event.key];
    if (to === undefined || to < 0) return;
    event.preventDefault();
    items[to]?.focus();
  }

  return {
    /** Props of the list. */
    list: {
      onKeyDown,
      onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocused(target.dataset.roving ?? null),
      // Tab enters at the current item again, not at the item that had focus last.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.contains(relatedTarget)) setFocused(null);
      },
    },
    /** Props of the focusable element of each item. */
    item: (id: string) => ({ 'data-roving': id, tabIndex: id === stop ? 0 : -1 }),
  };
}
