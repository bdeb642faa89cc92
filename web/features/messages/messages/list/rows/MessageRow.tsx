import Pin from 'lucide-react/icons/pin';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { memo, Suspense, use } from 'react';
import { queryClient } from '../../../../../platform/server/query-client.ts';
import { formatDateTime, formatDay, formatTime } from '../../../../../platform/words/format.ts';
import { useTranslation } from '../../../../../platform/words/i18n.ts';
import { cx } from '../../../../../ui/cx.ts';
import { Button } from '../../../../../ui/fields/Button.tsx';
import { Avatar } from '../../../../../ui/marks/Avatar.tsx';
import { GuestTag } from '../../../../../ui/marks/GuestTag.tsx';
import { laterUnasked } from '../../../../../ui/overlays/later.ts';
import { Divider } from '../../../../../ui/pages/Divider.tsx';
import { callsMe } from '../../../../reading/unread/open/unread-states.ts';
import { FileNames } from '../../../files/open/FileNames.tsx';
import { filesHeight } from '../../../files/open/layout.ts';
import { hold } from '../../../outbox/open/outbox.ts';
import { Reactions } from '../../../reactions/open/Reactions.tsx';
import { MessageText } from '../../../text/open/MessageText.tsx';
import { type MentionNames, plainText } from '../../../text/open/mentions.ts';
import { signature } from '../../../text/open/sender.ts';
import { TextWorldContext } from '../../../text/open/text-world.ts';
import { ThreadLine } from '../../../threads/open/ThreadLine.tsx';
import { actionsOn, type MessageAction, type MessageDesk } from '../../open/message-actions.ts';
import { AnsweredLine } from './AnsweredLine.tsx';
import { CopiedLine } from './CopiedLine.tsx';
import { MessageBar } from './MessageBar.tsx';
import s from './MessageRow.module.css';
import { EarlierMoves, MovesOfDay } from './MovesLine.tsx';
import { NewLine } from './NewLine.tsx';
import { answeredIn, filesOf, type Row } from './rows.ts';

const MessageFiles = laterUnasked(
  async () => (await import('../../../files/open/MessageFiles.tsx')).MessageFiles,
  FileNames,
);

const nonceOf = (row: Row) => (row.kind === 'message' ? row.message.nonce : row.entry.nonce);

interface MessageRowProps {
  row: Row;
  userId: string;
  /** Signed-in user, author of the pending messages. */
  myself: { firstName: string; lastName: string; avatar: string | null };
  colour: string | undefined;
  names: MentionNames;
  /** Whether the row has the focus: Tab reaches it and its controls. */
  active: boolean;
  hovered: boolean;
  menuOpen: boolean;
  /** Whether the composer edits this message. */
  editing: boolean;
  /** Whether the list just jumped to this message. */
  flashed: boolean;
  desk: MessageDesk;
  /** Called to open the message's menu beside this button. */
  onMenu: (row: Row, anchor: HTMLElement) => void;
}

/**
 * Shows a message of the list, after the separators above it. Renders few elements, since rows are many; the list
 * handles their events.
 */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { row, userId, myself, colour, names, active, hovered, menuOpen, editing, flashed, desk, onMenu } = props;
  const { t } = useTranslation('messages');
  const { sign } = use(TextWorldContext);
  const { content, time, senderId } = row;
  const message = row.kind === 'message' ? row.message : null;
  const sender = message?.sender ?? { _id: userId, ...myself };
  const name = signature(sender);
  const failed = row.kind === 'pending' && row.entry.state === 'failed';
  const files = filesOf(row);
  const answered = answeredIn(row);
  const deleted = message?.deleted === true;
  const erased = message !== null && content === '' && files.length === 0;
  const { thread, copyOf } = message ?? {};
  const act = (action: MessageAction, anchor: HTMLElement) => action.run(row, desk, anchor);
  const isMarked = message !== null && (message.updated || message.pinned);
  const marks = isMarked && (
    <span className={s.marks}>
      {message.updated && t('edited')}
      {message.pinned && <Pin aria-label={t('pinned')} role="img" />}
    </span>
  );
  const state = failed ? 'failed' : row.kind === 'pending' ? 'waiting' : 'sent';
  return (
    <>
      {row.moves && <EarlierMoves moves={row.moves} />}
      {row.day !== null && (
        <div className={s.day}>
          <Divider>
            <button
              type="button"
              data-day={row.day}
              tabIndex={active ? 0 : -1}
              aria-haspopup="dialog"
              aria-label={t('toDay', { day: formatDay(row.day) })}
            >
              {formatDay(row.day)}
            </button>
          </Divider>
        </div>
      )}
      {row.moves && <MovesOfDay moves={row.moves} under={time} />}
      {row.replies !== null && (
        <div className={s.replies}>
          <Divider>{t('threadLine.replies', { count: row.replies })}</Divider>
        </div>
      )}
      {row.firstNew && message && <NewLine rowKey={row.key} message={message} active={active} />}
      <article
        className={cx(s.message, row.header && s.first)}
        data-row={row.key}
        data-answers={answered || copyOf ? true : undefined}
        data-state={state}
        data-called={(message && senderId !== userId && callsMe(queryClient, message)) || undefined}
        data-everyone={message?.mentionsEveryone || undefined}
        data-hovered={hovered || menuOpen || undefined}
        data-marked={(!row.header && isMarked) || undefined}
        data-editing={editing || undefined}
        data-flashed={flashed || undefined}
        tabIndex={active ? 0 : -1}
        aria-label={t(answered ? (answered.sender ? 'saidTo' : 'saidToDeleted') : 'said', {
          name: deleted ? t('answered.deleted') : message?.sender.guest ? t('ui:guestNamed', { name }) : name,
          time: formatTime(time),
          to: answered?.sender && sign(answered.sender),
          text: [
            erased ? !deleted && t('erased') : plainText(content, names),
            ...files.map(file => file.name),
            thread && t('threadLine.replies', { count: thread.replies }),
          ]
            .filter(Boolean)
            .join(', '),
        })}
      >
        {copyOf && <CopiedLine reachable={active} onGo={() => desk.openThread(copyOf.threadId, copyOf._id)} />}
        {answered && !copyOf && <AnsweredLine answered={answered} names={names} reachable={active} onGo={desk.goTo} />}
        {deleted ? (
          <p className={s.erased}>{t('answered.deleted')}</p>
        ) : row.header ? (
          <>
            <button type="button" className={s.face} data-profile data-reach tabIndex={-1} aria-hidden="true">
              <Avatar id={senderId} firstName={sender.firstName} lastName={sender.lastName} src={sender.avatar} />
            </button>
            <div className={s.head}>
              <button
                type="button"
                className={s.name}
                data-profile
                tabIndex={active ? 0 : -1}
                aria-haspopup="dialog"
                style={{ color: colour }}
              >
                {name}
              </button>
              <GuestTag of={message?.sender} />
              <time className={s.time} dateTime={time} title={formatDateTime(time)}>
                {formatTime(time)}
              </time>
              {marks}
            </div>
          </>
        ) : (
          (hovered || active || menuOpen) && (
            <time className={s.side} dateTime={time}>
              {formatTime(time)}
            </time>
          )
        )}
        {erased && !deleted && <p className={s.erased}>{t('erased')}</p>}
        {content !== '' && <MessageText content={content} names={names} reachable={active} />}
        {files.length > 0 && (
          <Suspense fallback={<div style={{ height: filesHeight(files, 360) }} />}>
            <MessageFiles files={files} nonce={nonceOf(row)} state={state} reachable={active} onCancel={hold} />
          </Suspense>
        )}
        {!row.header && marks}
        {message && message.reactions.length > 0 && (
          <div className={s.below}>
            <Reactions
              reactions={message.reactions}
              userId={userId}
              reachable={active}
              onToggle={reaction => desk.toggle(row, reaction)}
              onMore={anchor => desk.react(row, anchor)}
            />
          </div>
        )}
        {message && thread && !desk.reader.isThread && (
          <ThreadLine
            rootId={message._id}
            thread={thread}
            name={deleted ? null : sign(sender)}
            reachable={active}
            onOpen={() => desk.openThread(message._id)}
          />
        )}
        {failed && (
          <div className={s.failed} role="alert">
            <span className={s.reason}>
              <TriangleAlert aria-hidden="true" />
              <span>
                {t('failed')}
                {row.entry.reason && ` – ${row.entry.reason}`}
              </span>
            </span>
            <span className={s.choices}>
              {actionsOn(row, desk).map(action => (
                <Button
                  key={action.id}
                  size="sm"
                  variant={action.danger ? 'danger-ghost' : action.id === 'retry' ? 'secondary' : 'ghost'}
                  onClick={event => act(action, event.currentTarget)}
                >
                  {t(action.id)}
                </Button>
              ))}
            </span>
          </div>
        )}
        {hovered && message && !menuOpen && (
          <MessageBar
            userId={userId}
            actions={actionsOn(row, desk)}
            onToggle={reaction => desk.toggle(row, reaction)}
            onAct={act}
            onMore={anchor => onMenu(row, anchor)}
          />
        )}
      </article>
    </>
  );
});
