import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { excerptOf } from '@palabre/common/rules/messages/excerpts.ts';
import Pin from 'lucide-react/icons/pin';
import PinOff from 'lucide-react/icons/pin-off';
import { useMemo, useRef } from 'react';
import type { Place } from '../../../platform/address/place.ts';
import { useIsAway } from '../../../platform/server/connection.ts';
import { formatDay, formatTime } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/Skeleton.tsx';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import { EmptyState } from '../../../ui/pages/EmptyState.tsx';
import { useRoles } from '../../workspaces/structure/open/roles.queries.ts';
import { FileIcon } from '../files/open/FileIcon.tsx';
import { FileName } from '../files/open/FileName.tsx';
import { type MentionNames, plainText } from '../text/open/mentions.ts';
import { signatures } from '../text/open/sender.ts';
import { useMentionNames } from '../text/open/useMentionNames.ts';
import { goToMessage } from '../timeline/open/go-to.ts';
import { setPinned, usePins } from './open/pins.queries.ts';
import s from './Pins.module.css';

const none: readonly Message[] = [];
/** Maximum of lines for a message's files; the last one counts the remaining files. */
const filesAtMost = 3;

interface PinsPanelProps {
  place: Place;
  /** Workspace of the channel; absent for a conversation. */
  workspaceId?: string | undefined;
  /** Called as a pinned message is opened. */
  onLeave: () => void;
}

/** Lists the pinned messages of a place, latest pin first. */
export function PinsPanel({ place, workspaceId, onLeave }: PinsPanelProps) {
  const { t } = useTranslation('pins');
  const { data, isError, refetch } = usePins(place);
  const { data: roles } = useRoles(workspaceId ?? '');
  const names = useMentionNames(data ?? none, { workspaceId, roles });
  const sign = useMemo(() => signatures((data ?? none).map(({ sender }) => sender)), [data]);
  const isAway = useIsAway();
  const panel = useRef<HTMLDivElement>(null);

  const goTo = (message: Message) => {
    onLeave();
    void goToMessage(place, message._id);
  };
  const unpin = async (message: Message, index: number) => {
    if (!(await setPinned(message, false))) return;
    await refetch();
    // The pressed button is unmounted: focus the next one in the list.
    const left = panel.current?.querySelectorAll<HTMLElement>('[data-unpin]');
    if (document.activeElement === document.body) (left?.[Math.min(index, left.length - 1)] ?? panel.current)?.focus();
  };

  const content = () => {
    if (data && data.length > 0) {
      return (
        <ul className={s.list} aria-label={t('title')}>
          {data.map((message, index) => (
            <PinnedMessage
              key={message._id}
              message={message}
              names={names}
              name={sign(message.sender)}
              onGo={() => goTo(message)}
              onUnpin={() => void unpin(message, index)}
            />
          ))}
        </ul>
      );
    }
    if (data) return <EmptyState compact title={t('none')} text={t('noneText')} illustration={<Pin />} />;
    if (isError) {
      return (
        <EmptyState
          compact
          title={isAway ? t('offline') : t('loadFailed')}
          action={
            <Button variant="secondary" size="sm" onClick={() => void refetch()}>
              {t('common:retry')}
            </Button>
          }
        />
      );
    }
    return <WaitingPins />;
  };

  return (
    <div className={s.panel} ref={panel} tabIndex={-1}>
      <h2 className={s.title}>{t('title')}</h2>
      {data && data.length > 0 && isAway && (
        <p className={s.away} role="status">
          {t('offline')}
        </p>
      )}
      {content()}
    </div>
  );
}

interface PinnedMessageProps {
  message: Message;
  names: MentionNames;
  /** Author's name, told apart from the other pins' authors. */
  name: string;
  onGo: () => void;
  onUnpin: () => void;
}

function PinnedMessage({ message, names, name, onGo, onUnpin }: PinnedMessageProps) {
  const { t } = useTranslation('pins');
  const { sender, time, content, fileAttachments } = message;
  const text = plainText(excerptOf(content), names);
  const files = fileAttachments.length > filesAtMost ? fileAttachments.slice(0, filesAtMost - 1) : fileAttachments;
  const more = fileAttachments.length - files.length;
  return (
    <li className={s.pin}>
      <button type="button" className={s.message} onClick={onGo}>
        <Avatar id={sender._id} firstName={sender.firstName} lastName={sender.lastName} src={sender.avatar} size={28} />
        <span className={s.said}>
          <span className={s.head}>
            <span className={s.name}>{name}</span>
            <time className={s.time} dateTime={time}>
              {t('when', { day: formatDay(time), time: formatTime(time) })}
            </time>
          </span>
          {text && (
            <span className={s.text} dir="auto">
              {text}
            </span>
          )}
          {files.map(file => (
            <span key={file._id} className={s.file}>
              <FileIcon {...file} />
              <FileName name={file.name} />
            </span>
          ))}
          {more > 0 && <span className={s.more}>{t('moreFiles', { count: more })}</span>}
        </span>
      </button>
      <IconButton label={t('messages:unpin')} size="sm" data-unpin onClick={onUnpin}>
        <PinOff />
      </IconButton>
    </li>
  );
}

function WaitingPins() {
  return (
    <SkeletonGroup className={s.waiting}>
      {[78, 52, 64].map(width => (
        <div key={width} className={s.waitingPin}>
          <Skeleton width={28} height={28} radius={9} />
          <div className={s.waitingText}>
            <Skeleton width="45%" height={12} />
            <Skeleton width={`${width}%`} height={13} />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  );
}
