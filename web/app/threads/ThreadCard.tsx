import type { ListedThread } from '@palabre/common/contract/messages/threads.ts';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Composer, type ComposerHandle } from '../../features/messages/messages/composer/Composer.tsx';
import { answeredIn, rowsOf } from '../../features/messages/messages/list/rows/rows.ts';
import { StillList } from '../../features/messages/messages/list/StillList.tsx';
import type { PlaceMessages } from '../../features/messages/messages/PlaceMessages.tsx';
import { TypingLine } from '../../features/messages/messages/typing/TypingLine.tsx';
import { useMessageDesk } from '../../features/messages/messages/useMessageDesk.ts';
import { useSignatures } from '../../features/messages/messages/useSignatures.ts';
import { useStartEdit } from '../../features/messages/messages/useStartEdit.ts';
import { shownIn, useOutbox } from '../../features/messages/outbox/open/outbox.ts';
import { hasDraft, useWriting } from '../../features/messages/outbox/open/writing.ts';
import { useWishes, wished } from '../../features/messages/reactions/open/reactions.queries.ts';
import { signature } from '../../features/messages/text/open/sender.ts';
import { TextWorldProvider } from '../../features/messages/text/open/TextWorldProvider.tsx';
import { useLinkedMessages } from '../../features/messages/text/open/useLinkedMessages.ts';
import { useMentionNames } from '../../features/messages/text/open/useMentionNames.ts';
import { useMe } from '../../features/people/users/open/users.queries.ts';
import { markPlaceRead, read } from '../../features/reading/unread/open/read-marks.ts';
import { useUnreadState } from '../../features/reading/unread/open/unread.queries.ts';
import { addressIn } from '../../platform/address/paths.ts';
import { useTranslation } from '../../platform/words/i18n.ts';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { Badge } from '../../ui/marks/Badge.tsx';
import s from './ThreadCard.module.css';

type World = Pick<Parameters<typeof PlaceMessages>[0], 'world' | 'member' | 'colourOf' | 'refusal'>;

interface ThreadCardProps extends World {
  listed: ListedThread;
  /** Name and path of the channel or conversation. */
  where: string;
  path: string;
  /** Sign before the name. */
  sign: ReactNode;
}

/** Thread of the list: its root and its last replies, which are read and answered in place. */
export function ThreadCard({ listed, where, path, sign: placeSign, ...about }: ThreadCardProps) {
  const { world, member, colourOf, refusal } = about;
  const { root, thread, last } = listed;
  const { t } = useTranslation('threads');
  const navigate = useNavigate();
  const { _id: userId = '', firstName = '', lastName = '', avatar = null } = useMe() ?? {};
  const myself = useMemo(() => ({ firstName, lastName, avatar }), [firstName, lastName, avatar]);
  const id = thread.threadId;
  const place = useMemo(() => ({ threadId: id }), [id]);
  const unread = useUnreadState(id);
  // The line of new replies stays where the list was opened.
  const [readUpTo] = useState(unread?.first ? unread.first.position - 1 : null);
  const entries = useOutbox(store => store.entries);
  const wishes = useWishes(store => store.wishes);
  const rows = useMemo(() => {
    const pending = shownIn(id, entries);
    const [above] = wished([root], wishes, userId);
    const shown = { messages: wished(last, wishes, userId), root: above, pending, userId, readUpTo };
    return rowsOf(shown).map(row => ({ ...row, replies: null }));
  }, [root, last, entries, wishes, userId, readUpTo, id]);
  const linked = useLinkedMessages(rows);
  const texts = useMemo(
    () => [...rows, ...rows.flatMap(row => answeredIn(row) ?? []).map(({ excerpt: content }) => ({ content }))],
    [rows],
  );
  const names = useMentionNames(texts, world);
  const sign = useSignatures(rows, linked, { _id: userId, firstName, lastName });

  const composer = useRef<ComposerHandle>(null);
  const draft = useWriting(id, writing => hasDraft(writing) || writing.editing !== null);
  const editing = useWriting(id, writing => writing.editing);
  // A draft that waited keeps its field open, and takes no focus: on a touch screen the keyboard would come with it.
  const [waited] = useState(draft);
  const [isAsked, setAsked] = useState(false);
  const isWriting = isAsked || waited || draft;
  const toComposer = useCallback(() => {
    setAsked(true);
    composer.current?.focus();
  }, []);
  useEffect(() => {
    if (isAsked) composer.current?.focus();
  }, [isAsked]);
  const edit = useStartEdit(id, names, toComposer);
  const open = useCallback(
    (rootId: string, replyId?: string) => void navigate(addressIn(path, replyId, rootId), { state: { opened: true } }),
    [navigate, path],
  );
  const desk = useMessageDesk({
    ...{ place, workspaceId: world.workspaceId, member, mayWrite: refusal === null, userId, path },
    ...{ openThread: open, edit, toComposer },
  });
  const shownDesk = useMemo(() => ({ ...desk, goTo: (reply: string) => open(id, reply) }), [desk, open, id]);

  // A thread shown whole is marked as read once in view; a longer thread, once it is opened.
  const end = useRef<HTMLDivElement>(null);
  const newest = last.at(-1);
  const isWhole = (unread?.messages ?? 0) <= last.length;
  useEffect(() => {
    if (!end.current || !newest || !isWhole || typeof IntersectionObserver === 'undefined') return;
    const { position, _id } = newest;
    const observer = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting && document.visibilityState === 'visible') read(place, { position, id: _id });
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [place, newest, isWhole]);

  const earlier = thread.replies - last.length;
  const name = root.deleted ? null : signature(root.sender);
  const title = name ? t('of', { name }) : t('ofDeleted');
  const list = { userId, myself, colourOf, names, editing, desk: shownDesk };
  const count = unread?.messages ?? 0;
  return (
    <TextWorldProvider workspaceId={world.workspaceId} linked={linked} sign={sign}>
      <article className={s.card} aria-label={t('card', { title, place: where })} data-unread={count > 0 || undefined}>
        <header className={s.head}>
          <div className={s.titles}>
            <h2 className={s.title} dir="auto">
              {title}
            </h2>
            <span className={s.where} dir="auto">
              {placeSign}
              {where}
            </span>
            <Link
              className={s.open}
              to={addressIn(path, null, id)}
              state={{ opened: true }}
              aria-label={t('open', { title })}
            />
          </div>
          <Badge count={count} label={t('messages:threadLine.unread', { count })} />
          {count > 0 && (
            <IconButton label={t('markRead')} size="sm" onClick={() => void markPlaceRead(place)}>
              <Check />
            </IconButton>
          )}
        </header>
        <StillList label={t('root')} rows={rows.slice(0, 1)} {...list} />
        {earlier > 0 && (
          <Link className={s.earlier} to={addressIn(path, null, id)} state={{ opened: true }}>
            {t('earlier', { count: earlier })}
          </Link>
        )}
        <StillList label={t('replies')} rows={rows.slice(1)} {...list} />
        <div ref={end} />
        <div className={s.foot}>
          {isWriting || refusal ? (
            <Composer
              ref={composer}
              place={place}
              world={world}
              label={t('fieldOf', { title })}
              placeholder={t('placeholder')}
              refusal={refusal}
              alsoIn={where}
              onSent={() => {}}
              onEditLast={() => {
                const mine = rows.findLast(row => row.kind === 'message' && row.senderId === userId);
                if (mine?.kind === 'message' && mine.message.threadId) edit(mine);
              }}
            />
          ) : (
            <button type="button" className={s.reply} aria-label={t('replyTo', { title })} onClick={toComposer}>
              {t('reply')}
            </button>
          )}
          <TypingLine placeId={id} />
        </div>
      </article>
    </TextWorldProvider>
  );
}
