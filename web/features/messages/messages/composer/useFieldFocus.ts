import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { afterPaint } from '../../../../ui/motion/after-paint.ts';

const isFree = (focused: Element | null, field: HTMLElement) =>
  focused === null || focused === document.body || field.parentElement?.contains(focused);

const open = '[data-layer][data-state="open"]';

/** Whether this has opened something, or is in it: it would close if the focus went elsewhere. */
const hasOpened = (focused: Element | null) =>
  focused?.matches(['[aria-expanded="true"]', open, `${open} *`].join()) ?? false;

/**
 * Brings the focus to where one writes: as the place opens, where that is no finger's, and as a message begins to be
 * changed or is no longer. What someone has gone to or opened meanwhile keeps it.
 * @param editingId the message that is being changed, if any
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
    // A message that is deleted by someone else takes the focus from nobody who writes elsewhere.
    if (!current || (editingId === null && !isFree(document.activeElement, current))) return;
    current.focus({ preventScroll: true });
    current.setSelectionRange(current.value.length, current.value.length);
  }, [field, editingId]);

  useEffect(() => {
    if (isClosed || !window.matchMedia?.('(hover: hover)').matches) return;
    // Once it is painted: to move the focus is to lay the page out again. Whoever has moved it since keeps it there.
    const before = document.activeElement;
    return afterPaint(() => {
      const { activeElement } = document;
      // The content has it when what had it is gone with the place before, or with what led here.
      const isNowhere = activeElement === document.body || activeElement?.id === 'content';
      if ((activeElement === before && !hasOpened(before)) || isNowhere) field.current?.focus({ preventScroll: true });
    });
  }, [field, isClosed]);
}
