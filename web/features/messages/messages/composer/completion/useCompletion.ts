import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useCallback, useId, useMemo, useRef, useState } from 'react';
import { laterUnasked, useThere } from '../../../../../ui/overlays/later.ts';
import { name, writingOf } from '../../../outbox/open/writing.ts';
import { type Replacement, replaceIn } from '../field/field.ts';
import type { CompletionHandle } from './CompletionList.tsx';
import { writeEmoji } from './emoji-typed.ts';
import type { Option } from './options.ts';
import { type Trigger, triggerAt } from './trigger.ts';

/** Completion list, loaded when the first « @ », « # » or « : » is typed. */
export const CompletionList = laterUnasked(
  async () => (await import('./CompletionList.tsx')).CompletionList,
  () => null,
);

const same = (a: Trigger | null, b: Trigger | null) =>
  a === b || (a !== null && b !== null && a.sign === b.sign && a.query === b.query && a.from === b.from);

/** Completes names in the field: people and roles after « @ », channels after « # », emoji after « : ». */
export function useCompletion(
  field: RefObject<HTMLTextAreaElement | null>,
  placeId: string,
  workspaceId: string | undefined,
) {
  const id = useId();
  const client = useQueryClient();
  const list = useRef<CompletionHandle>(null);
  /** Position of the sign closed by Escape: no completion for it. */
  const refused = useRef<number | null>(null);
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const close = useCallback(() => setTrigger(null), []);
  const shown = useThere(CompletionList, trigger !== null, close, null);

  /** Updates the trigger from the text before the caret. */
  const look = useCallback(() => {
    const { current } = field;
    const caret = current && current.selectionStart === current.selectionEnd ? current.selectionStart : null;
    const found = current && caret !== null ? triggerAt(current.value, caret) : null;
    if (found?.from !== refused.current) refused.current = null;
    const next = found && refused.current === null ? found : null;
    setTrigger(before => (same(before, next) ? before : next));
  }, [field]);

  /** Handles an input, which may be the closing colon of an emoji's name. */
  const heed = useCallback(
    (event: Event) => {
      look();
      if (field.current) void writeEmoji(client, field.current, event as InputEvent, workspaceId);
    },
    [look, client, field, workspaceId],
  );

  const choose = useCallback(
    ({ typed, stored }: Option) => {
      const { current } = field;
      if (!current || !trigger) return;
      // The second of two people of the same name is inserted in stored form, as the names alone would not tell them
      // apart.
      const taken = stored !== undefined && (writingOf(placeId).named[typed] ?? stored) !== stored;
      if (stored !== undefined && !taken) name(placeId, { [typed]: stored });
      const text = `${taken ? stored : typed} `;
      const end = trigger.from + text.length;
      const made: Replacement = { from: trigger.from, to: current.selectionStart, text, select: [end, end] };
      replaceIn(current, made);
      setTrigger(null);
    },
    [field, placeId, trigger],
  );

  return useMemo(
    () => ({
      trigger: shown ? trigger : null,
      look,
      heed,
      close,
      /** Handles a key; tells whether the list used it. */
      press({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
        if (!trigger || ctrlKey || metaKey || altKey || shiftKey) return false;
        if (key === 'Escape' && active !== null) {
          refused.current = trigger.from;
          setTrigger(null);
          return true;
        }
        return list.current?.press(key) ?? false;
      },
      /** Attributes of the field. */
      field: {
        'aria-autocomplete': 'list',
        'aria-controls': active ? id : undefined,
        'aria-activedescendant': active ?? undefined,
      } as const,
      /** Properties of the list. */
      list: { ref: list, id, onActive: setActive, onChoose: choose },
    }),
    [trigger, shown, active, id, look, heed, close, choose],
  );
}
