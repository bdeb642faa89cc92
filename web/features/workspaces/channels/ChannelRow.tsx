import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Pencil from 'lucide-react/icons/pencil';
import { memo } from 'react';
import { paths } from '../../../platform/address/paths.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { cx } from '../../../ui/cx.ts';
import { Badge } from '../../../ui/marks/Badge.tsx';
import { visibilityBefore } from '../structure/open/VisibilityIcon.tsx';
import s from './ChannelList.module.css';

interface ChannelRowProps {
  channel: Channel;
  active: boolean;
  unread: boolean;
  /** Number of unread messages that mention the user. */
  count: number;
  muted: boolean;
  /** Whether threads of the channel that the user follows have unread replies. */
  threads: boolean;
  /** Whether the channel has an unsent draft. */
  draft: boolean;
  tabIndex: number;
}

/**
 * Shows a channel of the list, as a single element since lists run to hundreds. `ChannelRows` handles the clicks: a
 * `Link` would re-render at each navigation.
 */
export const ChannelRow = memo(function ChannelRow(props: ChannelRowProps) {
  const { channel, active, unread, count, muted, threads, draft, tabIndex } = props;
  const { t } = useTranslation('channels');
  const { _id: id, title, visibility, workspaceId } = channel;
  const { className, ...icon } = visibilityBefore(visibility);
  const said = [
    visibility !== 'public' && t(`visibility.${visibility}`),
    count > 0 ? t('unread:mentions', { count }) : unread && t('unread:unread'),
    threads && t('unread:threads'),
    muted && t('unread:muted'),
    draft && t('unread:draft'),
  ].filter(Boolean);
  return (
    <a
      href={paths.channel(workspaceId, id)}
      className={cx(s.channel, className)}
      {...icon}
      dir="auto"
      title={title}
      aria-label={said.length > 0 ? `${title} (${said.join(', ')})` : undefined}
      aria-current={active ? 'page' : undefined}
      data-unread={unread || undefined}
      data-muted={muted || undefined}
      data-roving={id}
      tabIndex={tabIndex}
      draggable={false}
    >
      {title}
      {threads && <MessageSquareText className={s.thread} aria-hidden="true" />}
      {draft && <Pencil className={s.draft} aria-hidden="true" />}
      <Badge className={s.count} count={count} />
    </a>
  );
});
