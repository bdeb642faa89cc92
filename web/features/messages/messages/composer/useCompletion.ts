import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useCallback, useId, useMemo, useRef, useState } from 'react';
import { laterUnasked, useThere } from '../../../../ui/overlays/later.ts';
import { name, writingOf } from '../../outbox/open/writing.ts';
import type { CompletionHandle } from './completion/CompletionList.tsx';
import type { Option } from './completion/options.ts';
import { type Trigger, triggerAt } from './completion/trigger.ts';
import { writeEmoji } from './emoji-typed.ts';
import { type Replacement, replaceIn } from './field.ts';

/** Fetched when the first « @ », « # » or « : » is typed. */
export const CompletionList = laterUnasked(
  async () => (await import('./completion/CompletionList.tsx')).CompletionList,
  () => null,
);

const same = (a: Trigger | null, b: Trigger | null) =>
  a === b || (a !== null && b !== null && a.sign === b.sign && a.query === b.query && a.from === b.from);

/** What is proposed while one types a name: people and roles behind « @ », channels behind « # », emoji behind « : ». */
export function useCompletion(
  field: RefObject<HTMLTextAreaElement | null>,
  placeId: string,
  workspaceId: string | undefined,
) {
  const id = useId();
  const client = useQueryClient();
  const list = useRef<CompletionHandle>(null);
  /** Where Escape was pressed: nothing more is proposed for that sign. */
  const refused = useRef<number | null>(null);
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const close = useCallback(() => setTrigger(null), []);
  const shown = useThere(CompletionList, trigger !== null, close, null);

  /** Looks at what stands before the caret. */
  const look = useCallback(() => {
    const { current } = field;
    const caret = current && current.selectionStart === current.selectionEnd ? current.selectionStart : null;
    const found = current && caret !== null ? triggerAt(current.value, caret) : null;
    if (found?.from !== refused.current) refused.current = null;
    const next = found && refused.current === null ? found : null;
    setTrigger(before => (same(before, next) ? before : next));
  }, [field]);

  /** Looks at what has just been typed, which may be the last colon of an emoji's name. */
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
      // Of two of the same name, the second is written as it is stored: nothing else would tell them apart.
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
      /** Whether a key was the list's. */
      press({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
        if (!trigger || ctrlKey || metaKey || altKey || shiftKey) return false;
        if (key === 'Escape' && active !== null) {
          refused.current = trigger.from;
          setTrigger(null);
          return true;
        }
        return list.current?.press(key) ?? false;
      },
      /** For the field. */
      field: {
        'aria-autocomplete': 'list',
        'aria-controls': active ? id : undefined,
        'aria-activedescendant': active ?? undefined,
      } as const,
      /** For the list. */
      list: { ref: list, id, onActive: setActive, onChoose: choose },
    }),
    [trigger, shown, active, id, look, heed, close, choose],
  );
}
