import { type RefObject, useCallback } from 'react';
import { type Replacement, replaceIn } from './field.ts';
import { type Mark, type Selected, toggleMark } from './format.ts';

/** Changes the text of the field at its selection, as typing would; nothing while the field is closed. */
export function useReplacing(field: RefObject<HTMLTextAreaElement | null>, isClosed: boolean) {
  /** Applies the replacement that `how` makes of the selection; returns false when it makes none. */
  const replace = useCallback(
    (how: (selected: Selected) => Replacement | null): boolean => {
      const { current } = field;
      if (!current || isClosed) return false;
      const made = how({ text: current.value, start: current.selectionStart, end: current.selectionEnd });
      if (made) replaceIn(current, made);
      return made !== null;
    },
    [field, isClosed],
  );
  const format = useCallback((mark: Mark) => replace(selected => toggleMark(selected, mark)), [replace]);
  const insert = useCallback(
    (added: string) => {
      replace(({ start, end }) => {
        const caret = start + added.length;
        return { from: start, to: end, text: added, select: [caret, caret] };
      });
    },
    [replace],
  );
  return { replace, format, insert };
}
