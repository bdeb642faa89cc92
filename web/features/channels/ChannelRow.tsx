import type { Channel } from '@palabre/common/contract/channels.ts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths.ts';
import { cx } from '../../ui/cx.ts';
import s from './ChannelList.module.css';
import { visibilityBefore } from './VisibilityIcon.tsx';

interface ChannelRowProps {
  channel: Channel;
  active: boolean;
  tabIndex: number;
}

/**
 * A channel of the list. One element: there may be hundreds. `ChannelRows` goes where it is pressed: a `Link` would be
 * drawn again whenever the address changes.
 */
export const ChannelRow = memo(function ChannelRow({ channel, active, tabIndex }: ChannelRowProps) {
  const { t } = useTranslation('channels');
  const { _id: id, title, visibility, workspaceId } = channel;
  const { className, ...icon } = visibilityBefore(visibility);
  return (
    <a
      href={paths.channel(workspaceId, id)}
      className={cx(s.channel, className)}
      {...icon}
      dir="auto"
      title={title}
      aria-label={visibility === 'public' ? undefined : `${title} (${t(`visibility.${visibility}`)})`}
      aria-current={active ? 'page' : undefined}
      data-roving={id}
      tabIndex={tabIndex}
      draggable={false}
    >
      {title}
    </a>
  );
});
