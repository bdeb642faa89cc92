import type { Answered } from '@palabre/common/contract/messages/messages.ts';
import { use } from 'react';
import { useTranslation } from '../../../../../platform/words/i18n.ts';
import { Avatar } from '../../../../../ui/marks/Avatar.tsx';
import type { MentionNames } from '../../../text/open/mentions.ts';
import { TextWorldContext } from '../../../text/open/text-world.ts';
import { answeredText } from '../../answer-text.ts';
import s from './AnsweredLine.module.css';

interface AnsweredLineProps {
  answered: Answered;
  names: MentionNames;
  /** Whether Tab reaches the line: only in the focused message. */
  reachable: boolean;
  onGo: (id: string) => void;
}

/**
 * Shows the line above an answer: the answered author and text, linked to the message; only a notice once the message
 * is deleted.
 */
export function AnsweredLine({ answered, names, reachable, onGo }: AnsweredLineProps) {
  const { t } = useTranslation('messages');
  const { sign } = use(TextWorldContext);
  const { _id: id, sender } = answered;
  const text = answeredText(answered, names);
  if (!sender) return <p className={s.line}>{text}</p>;
  const { _id, firstName, lastName, avatar } = sender;
  const name = sign(sender);
  return (
    <button
      type="button"
      className={s.line}
      data-reach
      tabIndex={reachable ? 0 : -1}
      aria-label={t('answered.goTo', { name, text })}
      onClick={() => onGo(id)}
    >
      <Avatar id={_id} firstName={firstName} lastName={lastName} src={avatar} size={16} />
      <span className={s.name} dir="auto">
        {name}
      </span>
      <span className={s.text} dir="auto">
        {text}
      </span>
    </button>
  );
}
