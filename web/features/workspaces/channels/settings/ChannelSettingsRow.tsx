import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { type ChannelFacts, can, type MemberFacts } from '@palabre/common/permissions/can.ts';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import UserPlus from 'lucide-react/icons/user-plus';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Row, RowIcon, RowNote } from '../../../../ui/lists/Row.tsx';
import type { RowAction } from '../../../../ui/lists/RowActions.tsx';
import { Tag } from '../../../../ui/marks/Badge.tsx';
import { VisibilityIcon } from '../../structure/open/VisibilityIcon.tsx';

interface ChannelSettingsRowProps {
  channel: Channel;
  facts: ChannelFacts & { isWelcome: boolean };
  member: MemberFacts;
  /** Moves that stand in the row's menu. */
  moves: readonly RowAction[];
  onPeople: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** Shows a channel as « # title (visibility) », with « Modifier » and « Supprimer ». */
export function ChannelSettingsRow(props: ChannelSettingsRowProps) {
  const { channel, facts, member, moves, onPeople, onEdit, onRemove } = props;
  const { t } = useTranslation('settings');
  const { title, visibility } = channel;
  const [edit, remove] = [t('channels.edit'), t('channels.remove')];
  return (
    <Row
      face={
        <RowIcon>
          <VisibilityIcon visibility={visibility} size={18} />
        </RowIcon>
      }
      name={title}
      title={`# ${title}`}
      marks={
        <>
          {' '}
          <RowNote>({t(`channels:visibility.${visibility}`)})</RowNote>
          {facts.isWelcome && <Tag tone="brand">{t('channels.welcome')}</Tag>}
        </>
      }
      text={t(`channels:create.${visibility}`)}
      actions={[
        can.letAnyoneIn(member, facts) && {
          ...{ label: t('channels:addPeople'), name: t('channels:addPeopleTo', { title }), icon: <UserPlus /> },
          ...{ bare: true, onSelect: onPeople },
        },
        {
          ...{ label: edit, name: `${edit} ${title}`, icon: <Pencil />, onSelect: onEdit },
          disabled: !can.changeChannel(member, facts),
        },
        ...moves,
        {
          ...{ label: remove, name: `${remove} ${title}`, icon: <Trash2 />, danger: true, onSelect: onRemove },
          disabled: !can.deleteChannel(member, facts),
          reason: facts.isWelcome ? t('channels.welcomeKept') : undefined,
        },
      ]}
    />
  );
}
