import MessageSquareText from 'lucide-react/icons/message-square-text';
import { useSession } from '../../../../platform/session/session.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { moveDraft, replyOf, useWriting } from '../../outbox/open/writing.ts';
import { useThreadAddress } from '../../threads/open/open-thread.ts';
import { useTimelines } from '../../timeline/open/timelines.store.ts';
import { beginningOf } from './back-and-forth.ts';
import s from './ComposerTop.module.css';

const none: readonly never[] = [];

/** Offers to go on in a thread, once two people have quoted each other for long: the draft goes along. */
export function ContinueInThread({ placeId }: { placeId: string }) {
  const userId = useSession(({ user }) => user?._id) ?? '';
  const reply = useWriting(placeId, replyOf);
  const messages = useTimelines(({ places }) => (reply ? places[placeId]?.timeline.messages : none)) ?? none;
  const root = reply && beginningOf(messages, reply._id, userId);
  return root && !root.threadId ? <Offer placeId={placeId} rootId={root._id} /> : null;
}

function Offer({ placeId, rootId }: { placeId: string; rootId: string }) {
  const { t } = useTranslation('messages', { keyPrefix: 'composer' });
  const { open } = useThreadAddress();
  return (
    <div className={s.line} role="status">
      <MessageSquareText aria-hidden="true" />
      <span>{t('backAndForth')}</span>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          moveDraft(placeId, rootId);
          open(rootId);
        }}
      >
        {t('continue')}
      </Button>
    </div>
  );
}
