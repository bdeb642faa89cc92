import { limits } from '@palabre/common/contract/fields.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { folded } from '@palabre/common/rules/folded.ts';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { confirm } from '../../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { IconButton } from '../../../../ui/fields/IconButton.tsx';
import { SearchField } from '../../../../ui/fields/SearchField.tsx';
import { Skeleton, SkeletonGroup } from '../../../../ui/lists/Skeleton.tsx';
import { SortableList } from '../../../../ui/lists/SortableList.tsx';
import { Tag } from '../../../../ui/marks/Badge.tsx';
import { EmptyState } from '../../../../ui/pages/EmptyState.tsx';
import { LostIllustration, TalkIllustration } from '../../../../ui/pages/illustrations.tsx';
import { Card, Section } from '../../../../ui/pages/Section.tsx';
import { channelFacts, useChannelOrder, useChannels, useRemoveChannel } from '../../structure/open/channels.queries.ts';
import { useMember } from '../../structure/open/membership.ts';
import { useWorkspace } from '../../structure/open/workspaces.queries.ts';
import { ChannelPeopleDialog } from '../ChannelPeopleDialog.tsx';
import { ChannelDialog } from './ChannelDialog.tsx';
import s from './Channels.module.css';

/** Number of channels above which the list has a search. */
const fewChannels = 8;

/** Shows « Gestion des Canaux »: the channels, in an order set by hand here. */
export function ChannelsSection() {
  const { t } = useTranslation('settings');
  const { workspaceId = '' } = useParams();
  const { data: channels, isError, refetch } = useChannels(workspaceId);
  const { data: workspace } = useWorkspace(workspaceId);
  const member = useMember(workspaceId);
  const remove = useRemoveChannel();
  /** Id of the channel being edited; null for a new one. */
  const [editing, setEditing] = useState<string | null | undefined>();
  /** Id of the channel whose people dialog is open. */
  const [choosing, setChoosing] = useState<string | null>(null);
  const chosen = channels?.find(channel => channel._id === choosing);
  const { shown, move } = useChannelOrder(workspaceId, channels);
  const [typed, setTyped] = useState('');
  const wanted = folded(typed.trim());
  const found = wanted === '' ? shown : shown.filter(channel => folded(channel.title).includes(wanted));
  const edited = editing === null ? null : channels?.find(channel => channel._id === editing);
  const factsOf = (channel: Channel) => channelFacts(channel, workspace?.welcomeChannel);

  async function ask(channel: Channel) {
    const sure = await confirm({
      title: t('channels.sure'),
      text: t('channels.irreversible'),
      confirmLabel: t('channels.yes'),
      cancelLabel: t('common:cancel'),
      danger: true,
    });
    if (!sure) return;
    try {
      await remove.mutateAsync(channel._id);
      alerts.success(t('channels.removed'));
    } catch (cause) {
      tellFailure(cause, t('channels.removeFailed'));
    }
  }

  const create = (
    <Button icon={<Plus />} onClick={() => setEditing(null)}>
      {t('channels.create')}
    </Button>
  );

  return (
    <Section heading={t('channels.heading')} lead={t('channels.lead')} actions={create}>
      {shown.length > fewChannels && (
        <SearchField
          label={t('channels.filter')}
          placeholder={t('channels.filterPlaceholder')}
          value={typed}
          maxLength={limits.title}
          onChange={setTyped}
        />
      )}
      <Card>
        {shown.length > 0 && found.length === 0 ? (
          <p className={s.nothing} role="status">
            {t('channels.nothing')}
          </p>
        ) : shown.length > 0 ? (
          <SortableList
            label={t('channels.list')}
            items={found}
            idOf={channel => channel._id}
            nameOf={channel => channel.title}
            // A position in a filtered list is no position in the whole list.
            disabled={!can.orderChannels(member) || wanted !== ''}
            onMove={move}
          >
            {channel => {
              const facts = factsOf(channel);
              return (
                <div className={s.row}>
                  <div className={s.texts}>
                    <span className={s.title} dir="auto">
                      # {channel.title} <span>({t(`channels:visibility.${channel.visibility}`)})</span>
                    </span>
                    {facts.isWelcome && <Tag tone="brand">{t('channels.welcome')}</Tag>}
                  </div>
                  <div className={s.actions}>
                    {can.letAnyoneIn(member, facts) && (
                      <IconButton
                        label={t('channels:addPeopleTo', { title: channel.title })}
                        size="sm"
                        onClick={() => setChoosing(channel._id)}
                      >
                        <UserPlus />
                      </IconButton>
                    )}
                    <Button
                      size="sm"
                      variant="secondary"
                      icon={<Pencil />}
                      aria-label={`${t('channels.edit')} ${channel.title}`}
                      disabled={!can.changeChannel(member, facts)}
                      onClick={() => setEditing(channel._id)}
                    >
                      {t('channels.edit')}
                    </Button>
                    <Button
                      size="sm"
                      variant="danger-ghost"
                      icon={<Trash2 />}
                      aria-label={`${t('channels.remove')} ${channel.title}`}
                      title={facts.isWelcome ? t('channels.welcomeKept') : undefined}
                      disabled={!can.deleteChannel(member, facts)}
                      onClick={() => ask(channel)}
                    >
                      {t('channels.remove')}
                    </Button>
                  </div>
                </div>
              );
            }}
          </SortableList>
        ) : channels ? (
          <EmptyState
            illustration={<TalkIllustration />}
            title={t('channels.empty')}
            text={t('channels.emptyText')}
            action={create}
          />
        ) : isError ? (
          <EmptyState
            illustration={<LostIllustration />}
            title={t('channels:loadFailed')}
            action={<Button onClick={() => void refetch()}>{t('common:retry')}</Button>}
          />
        ) : (
          <SkeletonGroup className={s.skeletons}>
            {[34, 48, 40, 28, 44].map(width => (
              <Skeleton key={width} width={`${width}%`} height={16} />
            ))}
          </SkeletonGroup>
        )}
      </Card>
      {chosen && <ChannelPeopleDialog channel={chosen} onClose={() => setChoosing(null)} />}
      {editing !== undefined && (
        <ChannelDialog
          workspaceId={workspaceId}
          channel={edited}
          isWelcome={edited ? factsOf(edited).isWelcome : false}
          allows={visibility => !edited || can.setVisibility(member, factsOf(edited), visibility)}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Section>
  );
}
