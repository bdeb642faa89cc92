import Bell from 'lucide-react/icons/bell';
import BellOff from 'lucide-react/icons/bell-off';
import Reply from 'lucide-react/icons/reply';
import X from 'lucide-react/icons/x';
import { use, useMemo } from 'react';
import { useSession } from '../../../../platform/session/session.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { IconButton } from '../../../../ui/fields/IconButton.tsx';
import { answer, replyOf, useWriting } from '../../outbox/open/writing.ts';
import { TextWorldContext } from '../../text/open/text-world.ts';
import { useMentionNames } from '../../text/open/useMentionNames.ts';
import { useTimelines } from '../../timeline/open/timelines.store.ts';
import { answeredText } from '../answer-text.ts';
import { answerNow } from './answer-now.ts';
import s from './ComposerTop.module.css';
import type { CompletionWorld } from './completion/world.ts';

interface ReplyChipProps {
  placeId: string;
  world: CompletionWorld;
  /** Called when the cross removes the answered message. */
  onRemoved: () => void;
}

/**
 * Shows the message that the draft answers, in its current version: switches the notification of its author, and
 * removes it.
 */
export function ReplyChip({ placeId, world, onRemoved }: ReplyChipProps) {
  const { t } = useTranslation('messages', { keyPrefix: 'answered' });
  const { sign } = use(TextWorldContext);
  const self = useSession(({ user }) => user?._id);
  const kept = useWriting(placeId, replyOf);
  const timeline = useTimelines(({ places }) => places[placeId]?.timeline);
  const reply = kept && answerNow(kept, timeline);
  const content = reply?.excerpt ?? '';
  const names = useMentionNames(
    useMemo(() => [{ content }], [content]),
    world,
  );
  if (!reply) return null;
  const { sender, calls } = reply;
  const name = sender && sign(sender);
  return (
    <div className={s.line} data-tone="reply">
      <Reply aria-hidden="true" />
      <span className={s.reply}>
        {name && <b dir="auto">{t('to', { name })}</b>} <span dir="auto">{answeredText(reply, names)}</span>
      </span>
      {sender && sender._id !== self && (
        <IconButton
          label={t('notify', { name })}
          size="sm"
          aria-pressed={calls !== null}
          active={calls !== null}
          onClick={() => answer(placeId, { ...reply, calls: calls === null ? sender._id : null })}
        >
          {calls === null ? <BellOff /> : <Bell />}
        </IconButton>
      )}
      <IconButton
        label={t('remove')}
        size="sm"
        onClick={() => {
          answer(placeId, null);
          onRemoved();
        }}
      >
        <X />
      </IconButton>
    </div>
  );
}
