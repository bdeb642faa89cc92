import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { afterPaint } from '../../../../../ui/motion/after-paint.ts';

const isFree = (focused: Element | null, field: HTMLElement) =>
  focused === null || focused === document.body || field.parentElement?.contains(focused);

const open = '[data-layer][data-state="open"]';

/** Tells whether an element has opened a layer or is in one, which would close if the focus moved. */
const hasOpened = (focused: Element | null) =>
  focused?.matches(['[aria-expanded="true"]', open, `${open} *`].join()) ?? false;

/**
 * Focuses the field as the place opens (not on touch screens), and as an edit starts or ends. Focus that the user moved
 * meanwhile stays.
 * @param editingId id of the edited message, if any
 */
export function useFieldFocus(
  field: RefObject<HTMLTextAreaElement | null>,
  editingId: string | null,
  isClosed: boolean,
): void {
  const shownEdit = useRef(editingId);
  useLayoutEffect(() => {
    if (shownEdit.current === editingId) return;
    shownEdit.current = editingId;
    const { current } = field;
    // An edit ended by someone else's deletion must not take the focus from another field.
    if (!current || (editingId === null && !isFree(document.activeElement, current))) return;
    current.focus({ preventScroll: true });
    current.setSelectionRange(current.value.length, current.value.length);
  }, [field, editingId]);

  useEffect(() => {
    if (isClosed || !window.matchMedia?.('(hover: hover)').matches) return;
    // After the paint, as focusing forces a layout. A focus moved since stays.
    const before = document.activeElement;
    return afterPaint(() => {
      const { activeElement } = document;
      // The content holds the focus when its element was unmounted with the previous page.
      const isNowhere = activeElement === document.body || activeElement?.id === 'content';
      if ((activeElement === before && !hasOpened(before)) || isNowhere) field.current?.focus({ preventScroll: true });
    });
  }, [field, isClosed]);
}
