import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import type { Role } from '@palabre/common/contract/workspaces/roles.ts';
import Check from 'lucide-react/icons/check';
import * as Box from 'radix-ui/checkbox';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import choice from '../../../../ui/fields/Choice.module.css';
import { useChannels } from '../../structure/open/channels.queries.ts';
import { VisibilityIcon } from '../../structure/open/VisibilityIcon.tsx';
import s from './RoleDialogs.module.css';

interface ChannelsTabProps {
  workspaceId: string;
  /** Role as saving would make it. */
  role: Role;
  onVisible: (channel: Channel, on: boolean) => void;
  onWritable: (channel: Channel, on: boolean) => void;
}

interface CellProps {
  label: string;
  checked: boolean;
  /** Reason why the cell is checked for everyone, whatever their roles. */
  anyway?: string;
  onChange: (on: boolean) => void;
}

function Cell({ label, checked, anyway, onChange }: CellProps) {
  return (
    <td className={s.cell} title={anyway}>
      <Box.Root
        className={choice.box}
        checked={checked || anyway !== undefined}
        disabled={anyway !== undefined}
        onCheckedChange={next => onChange(next === true)}
        aria-label={anyway ? `${label} (${anyway})` : label}
      >
        <Box.Indicator>
          <Check />
        </Box.Indicator>
      </Box.Root>
    </td>
  );
}

/**
 * Sets the channels that a role lets its holders see and write in; rights that everyone has show as checked and locked.
 */
export function ChannelsTab({ workspaceId, role, onVisible, onWritable }: ChannelsTabProps) {
  const { t } = useTranslation('roles');
  const { data: channels } = useChannels(workspaceId);
  if (!channels) return null;
  if (channels.length === 0) return <p className={s.faint}>{t('member.noChannels')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section className={s.scroll} aria-label={t('member.channels')} tabIndex={0}>
      <table className={s.channels}>
        <thead>
          <tr>
            <th scope="col">{t('member.channel')}</th>
            <th scope="col">{t('member.visible')}</th>
            <th scope="col">{t('member.writable')}</th>
          </tr>
        </thead>
        <tbody>
          {channels.map(channel => {
            const { _id: id, title, visibility } = channel;
            return (
              <tr key={id}>
                <th scope="row">
                  <span className={s.channel}>
                    <VisibilityIcon visibility={visibility} />
                    <span className={s.channelTitle} dir="auto">
                      {title}
                    </span>
                    <span className={s.faint}>{t(`channels:visibility.${visibility}`)}</span>
                  </span>
                </th>
                <Cell
                  label={t('member.visibleIn', { title })}
                  checked={role.visibleChannels.includes(id)}
                  anyway={visibility === 'private' ? undefined : t('member.always')}
                  onChange={on => onVisible(channel, on)}
                />
                <Cell
                  label={t('member.writableIn', { title })}
                  checked={role.writableChannels.includes(id)}
                  anyway={visibility === 'public' ? t('member.open') : undefined}
                  onChange={on => onWritable(channel, on)}
                />
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
