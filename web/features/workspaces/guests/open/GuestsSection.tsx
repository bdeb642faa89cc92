import type { Guest } from '@palabre/common/contract/workspaces/guests.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import UserMinus from 'lucide-react/icons/user-minus';
import UserPlus from 'lucide-react/icons/user-plus';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { formatDate } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { confirm } from '../../../../ui/dialogs/dialogs.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { SearchField } from '../../../../ui/fields/SearchField.tsx';
import { Select } from '../../../../ui/fields/Select.tsx';
import { useTypedSearch } from '../../../../ui/fields/useTypedSearch.ts';
import { Listed } from '../../../../ui/lists/Listed.tsx';
import { Pager } from '../../../../ui/lists/Pager.tsx';
import { Row } from '../../../../ui/lists/Row.tsx';
import { Rows } from '../../../../ui/lists/Rows.tsx';
import { Avatar } from '../../../../ui/marks/Avatar.tsx';
import { Tag } from '../../../../ui/marks/Badge.tsx';
import { EmptyState } from '../../../../ui/pages/EmptyState.tsx';
import { DoorIllustration } from '../../../../ui/pages/illustrations.tsx';
import { Section } from '../../../../ui/pages/Section.tsx';
import { type Stays, useEndStay, useGuests } from '../guests.queries.ts';
import { StayDialog } from '../settings/StayDialog.tsx';
import '../guests.texts.ts';

interface GuestsSectionProps {
  /** Dialog that invites guests, shown until it is closed. */
  invitation: (close: () => void) => ReactNode;
}

const soonMs = 7 * 86_400_000;

/** Shows « Invités »: each guest, their channels, their last day and their sponsor. */
export function GuestsSection({ invitation }: GuestsSectionProps) {
  const { t } = useTranslation('guests');
  const { workspaceId = '' } = useParams();
  const { typed, setTyped, ...searched } = useTypedSearch();
  const [stays, setStays] = useState<Stays>('staying');
  const [inviting, setInviting] = useState(false);
  const [changed, setChanged] = useState<Guest | null>(null);
  const { data, ...list } = useGuests(workspaceId, searched, stays);
  const end = useEndStay(workspaceId);

  async function askEnd(guest: Guest) {
    const text = t('sureText', { name: fullName(guest) });
    const sure = await confirm({ title: t('sure'), text, confirmLabel: t('end'), danger: true });
    // A refusal shows its own alert.
    if (sure) end.mutate(guest._id, { onSuccess: ({ message }) => void alerts.success(message) });
  }

  return (
    <Section
      heading={t('heading')}
      lead={t('lead')}
      actions={
        <Button icon={<UserPlus />} onClick={() => setInviting(true)}>
          {t('invite')}
        </Button>
      }
    >
      <Listed
        tools={
          <>
            <SearchField
              label={t('search')}
              placeholder={t('searchPlaceholder')}
              inputMode="email"
              value={typed}
              onChange={setTyped}
            />
            <Select<Stays>
              label={t('filter')}
              value={stays}
              onChange={setStays}
              options={(['staying', 'over'] as const).map(value => ({ value, label: t(value) }))}
            />
          </>
        }
        // The server sends no count; a single page holds all guests.
        said={data && list.isShort && data.guests.length > 0 ? t('count', { count: data.guests.length }) : undefined}
        count={data?.guests.length}
        {...list.told(t('failed'))}
        empty={
          searched.search !== '' ? (
            t('noneFound')
          ) : stays === 'over' ? (
            t('emptyOver')
          ) : (
            <EmptyState illustration={<DoorIllustration />} title={t('empty')} text={t('emptyText')} />
          )
        }
      >
        <Rows label={t('list')} items={data?.guests ?? []} idOf={guest => guest._id}>
          {guest => <GuestRow guest={guest} onChange={() => setChanged(guest)} onEnd={() => void askEnd(guest)} />}
        </Rows>
      </Listed>
      <Pager {...list.pager} count={data?.guests.length} />
      {changed && <StayDialog guest={changed} onClose={() => setChanged(null)} />}
      {inviting && invitation(() => setInviting(false))}
    </Section>
  );
}

function GuestRow({ guest, onChange, onEnd }: { guest: Guest; onChange: () => void; onEnd: () => void }) {
  const { t } = useTranslation('guests');
  const name = fullName(guest);
  const left = Date.parse(guest.endsAt) - Date.now();
  const isOver = left <= 0;
  const where = guest.channels.map(({ title }) => title).join(', ') || t('noChannel');
  const who = guest.sponsor ? t('sponsor', { name: fullName(guest.sponsor) }) : t('noSponsor');
  return (
    <Row
      face={
        <Avatar id={guest._id} firstName={guest.firstName} lastName={guest.lastName} src={guest.avatar} size={36} />
      }
      title={name}
      name={name}
      marks={
        <Tag tone={!isOver && left < soonMs ? 'accent' : 'neutral'}>
          {t(isOver ? 'ended' : 'until', { date: formatDate(guest.endsAt) })}
        </Tag>
      }
      wraps
      text={[where, who, guest.email].join(' · ')}
      actions={[
        {
          ...(isOver
            ? { label: t('renew'), name: t('renewOf', { name }) }
            : { label: t('change'), name: t('changeOf', { name }) }),
          icon: <CalendarClock />,
          onSelect: onChange,
        },
        !isOver && {
          ...{ label: t('end'), name: t('endOf', { name }), icon: <UserMinus />, danger: true },
          onSelect: onEnd,
        },
      ]}
    />
  );
}
