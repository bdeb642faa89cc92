import { useQueryClient } from '@tanstack/react-query';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { completion as en } from '../../../../../locales/en/completion.ts';
import { completion as fr } from '../../../../../locales/fr/completion.ts';
import { logFailure } from '../../../../../platform/device/log.ts';
import { textsOf } from '../../../../../platform/words/lazy-texts.ts';
import { cx } from '../../../../../ui/cx.ts';
import { Avatar } from '../../../../../ui/marks/Avatar.tsx';
import s from './CompletionList.module.css';
import { findOptions } from './find.ts';
import { type Option, stillMeant } from './options.ts';
import type { Trigger } from './trigger.ts';
import type { CompletionWorld } from './world.ts';

/** Imperative handle of the completion list. */
export interface CompletionHandle {
  /** Handles a key; false when the field is to handle it. */
  press: (key: string) => boolean;
}

interface CompletionListProps {
  ref: Ref<CompletionHandle>;
  id: string;
  trigger: Trigger;
  world: CompletionWorld;
  /** Called with the id of the active option's element; null without options. */
  onActive: (optionId: string | null) => void;
  onChoose: (option: Option) => void;
}

/** Debounce of the requests while a name is being typed. */
const debounceMs = 120;

/** Last options and their trigger: more may have been typed since. */
interface Answer {
  to?: Trigger;
  options: readonly Option[];
}

const none: readonly Option[] = [];

/** Lists the completions above the field, which keeps the focus. */
export function CompletionList({ ref, id, trigger, world, onActive, onChoose }: CompletionListProps) {
  const client = useQueryClient();
  const texts = textsOf({ fr, en });
  const list = useRef<HTMLDivElement>(null);
  const [answer, setAnswer] = useState<Answer>({ options: [] });
  const [picked, setActive] = useState(0);
  /** Id of the option that the arrows chose since the last typing. */
  const walkedTo = useRef<string | undefined>(undefined);
  const { sign, query } = trigger;
  const isAnswer = answer.to?.sign === sign && answer.to.query === query;
  const options = isAnswer ? answer.options : answer.to?.sign === sign ? stillMeant(answer.options, query) : none;
  const active = Math.min(picked, Math.max(0, options.length - 1));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the sign's position doesn't change its completions.
  useEffect(() => {
    let current = true;
    walkedTo.current = undefined;
    const ask = () =>
      findOptions(client, trigger, world)
        .then(found => {
          if (!current) return;
          setAnswer({ to: trigger, options: found });
          setActive(
            Math.max(
              0,
              found.findIndex(option => option.id === walkedTo.current),
            ),
          );
        })
        .catch((cause: unknown) => logFailure('Nothing could be proposed', cause));
    const timer = setTimeout(ask, query === '' || sign !== '@' ? 0 : debounceMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [client, sign, query, world]);

  const chosen = options[active];
  const optionId = (index: number) => `${id}-${index}`;
  useEffect(() => {
    onActive(chosen ? `${id}-${active}` : null);
    list.current?.children[active]?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen, active, id, onActive]);
  useEffect(() => () => onActive(null), [onActive]);

  const walk = (index: number) => {
    walkedTo.current = options[index]?.id;
    setActive(index);
  };

  useImperativeHandle(ref, () => ({
    press(key) {
      if (!chosen) return false;
      if (key === 'Enter' || key === 'Tab') onChoose(chosen);
      else if (key === 'ArrowDown') walk((active + 1) % options.length);
      else if (key === 'ArrowUp') walk((active + options.length - 1) % options.length);
      else return false;
      return true;
    },
  }));

  if (!chosen) return null;
  return (
    <div ref={list} id={id} className={s.list} role="listbox" aria-label={texts.list}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys.
        <div
          key={option.id}
          id={optionId(index)}
          className={cx(s.option, index === active && s.active)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerMove={() => setActive(index)}
          onPointerDown={event => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          <Picture option={option} />
          <span className={s.label} dir="auto">
            {option.label}
          </span>
          {option.detail && <span className={s.detail}>{option.detail}</span>}
        </div>
      ))}
    </div>
  );
}

function Picture({ option: { picture } }: { option: Option }) {
  switch (picture.kind) {
    case 'person': {
      const { _id, firstName, lastName, avatar } = picture.person;
      return <Avatar id={_id} firstName={firstName} lastName={lastName} src={avatar} size={24} />;
    }
    case 'image':
      return <img className={s.picture} src={picture.url} alt="" width={22} height={22} />;
    case 'emoji':
      return (
        <span className={cx(s.picture, s.emoji)} aria-hidden="true">
          {picture.emoji}
        </span>
      );
    case 'sign':
      return (
        <span className={cx(s.picture, s.sign)} aria-hidden="true">
          {picture.sign}
        </span>
      );
  }
}
