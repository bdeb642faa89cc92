import { limits } from '@palabre/common/contract/fields.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { folded } from '@palabre/common/rules/folded.ts';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { confirm } from '../../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { SearchField } from '../../../../ui/fields/SearchField.tsx';
import { Listed } from '../../../../ui/lists/Listed.tsx';
import { SortableList } from '../../../../ui/lists/SortableList.tsx';
import { EmptyState } from '../../../../ui/pages/EmptyState.tsx';
import { TalkIllustration } from '../../../../ui/pages/illustrations.tsx';
import { Section } from '../../../../ui/pages/Section.tsx';
import { channelFacts, useChannelOrder, useChannels, useRemoveChannel } from '../../structure/open/channels.queries.ts';
import { useMember } from '../../structure/open/membership.ts';
import { useWorkspace } from '../../structure/open/workspaces.queries.ts';
import { ChannelPeopleDialog } from '../ChannelPeopleDialog.tsx';
import { ChannelDialog } from './ChannelDialog.tsx';
import { ChannelSettingsRow } from './ChannelSettingsRow.tsx';

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
      <Listed
        tools={
          shown.length > fewChannels && (
            <SearchField
              label={t('channels.filter')}
              placeholder={t('channels.filterPlaceholder')}
              value={typed}
              maxLength={limits.title}
              onChange={setTyped}
            />
          )
        }
        said={channels ? t('channels.count', { count: found.length }) : ''}
        count={channels && found.length}
        failed={{ title: t('channels:loadFailed'), isError, retry: refetch }}
        empty={
          shown.length > 0 ? (
            t('channels.nothing')
          ) : (
            <EmptyState
              illustration={<TalkIllustration />}
              title={t('channels.empty')}
              text={t('channels.emptyText')}
              action={create}
            />
          )
        }
      >
        <SortableList
          label={t('channels.list')}
          items={found}
          idOf={channel => channel._id}
          nameOf={channel => channel.title}
          // A position in a filtered list is no position in the whole list.
          disabled={!can.orderChannels(member) || wanted !== ''}
          onMove={move}
        >
          {(channel, _index, moves) => (
            <ChannelSettingsRow
              channel={channel}
              facts={factsOf(channel)}
              member={member}
              moves={moves}
              onPeople={() => setChoosing(channel._id)}
              onEdit={() => setEditing(channel._id)}
              onRemove={() => void ask(channel)}
            />
          )}
        </SortableList>
      </Listed>
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
