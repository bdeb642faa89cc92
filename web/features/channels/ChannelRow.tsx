import type { Channel } from '@palabre/common/contract/channels.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { cx } from '../../ui/cx.ts';
import s from './ChannelList.module.css';
import { visibilityBefore } from './VisibilityIcon.tsx';

interface ChannelRowProps {
  channel: Channel;
  active: boolean;
  unread: boolean;
  /** Messages that call one. */
  count: number;
  muted: boolean;
  tabIndex: number;
}

/**
 * A channel of the list. One element: there may be hundreds. `ChannelRows` goes where it is pressed: a `Link` would be
 * drawn again whenever the address changes.
 */
export const ChannelRow = memo(function ChannelRow(props: ChannelRowProps) {
  const { channel, active, unread, count, muted, tabIndex } = props;
  const { t } = useTranslation(['channels', 'unread']);
  const { _id: id, title, visibility, workspaceId } = channel;
  const { className, ...icon } = visibilityBefore(visibility);
  const said = [
    visibility !== 'public' && t(`visibility.${visibility}`),
    count > 0 ? t('unread:mentions', { count }) : unread && t('unread:unread'),
    muted && t('unread:muted'),
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
      <Badge className={s.count} count={count} />
    </a>
  );
});
