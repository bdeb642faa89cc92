import { limits } from '@palabre/common/contract/fields.ts';
import { announcementKinds, type ListedAnnouncement } from '@palabre/common/contract/running/announcements.ts';
import { readHour } from '@palabre/common/rules/hours.ts';
import CircleStop from 'lucide-react/icons/circle-stop';
import { useState } from 'react';
import { dayKey, formatDateTime } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { confirm } from '../../../../ui/dialogs/dialogs.ts';
import { addDays, readDay } from '../../../../ui/fields/calendar.ts';
import { DateField } from '../../../../ui/fields/DateField.tsx';
import { TextAreaField } from '../../../../ui/fields/Field.tsx';
import { HourField } from '../../../../ui/fields/HourField.tsx';
import { RadioCards } from '../../../../ui/fields/RadioCards.tsx';
import { SearchField } from '../../../../ui/fields/SearchField.tsx';
import { useEdited } from '../../../../ui/fields/useEdited.ts';
import { useTypedSearch } from '../../../../ui/fields/useTypedSearch.ts';
import { ListedWithin } from '../../../../ui/lists/Listed.tsx';
import { Pager } from '../../../../ui/lists/Pager.tsx';
import { Row } from '../../../../ui/lists/Row.tsx';
import { Rows } from '../../../../ui/lists/Rows.tsx';
import { Avatar } from '../../../../ui/marks/Avatar.tsx';
import { Tag } from '../../../../ui/marks/Badge.tsx';
import { FormCard } from '../../../../ui/pages/FormCard.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import { Pair, Subject } from '../../../../ui/pages/Section.tsx';
import s from '../Announcements.module.css';
import { useAnnounce, useEndAnnouncement, useListedAnnouncements } from '../announcements.queries.ts';
import './announcements.texts.ts';

/** Shows « Annonces » to administrators: a form for a new announcement, and the list of all announcements. */
export function AnnouncementsTab() {
  return (
    <div className={s.tab}>
      <MakeCard />
      <ListCard />
    </div>
  );
}

interface Draft {
  text: string;
  kind: ListedAnnouncement['kind'];
  day: string;
  hour: string;
}

/** Returns the initial draft: an information until the evening of tomorrow. */
const beginning = (): Draft => ({
  ...{ text: '', kind: 'info', hour: '18:00' },
  day: dayKey(addDays(new Date(), 1)),
});

/** Returns the moment of a typed day and hour; null unless it is to come, within a year. */
function momentOf({ day, hour }: Draft): Date | null {
  const [date, time] = [readDay(day), readHour(hour)];
  if (!date || !time) return null;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const moment = new Date(date.getFullYear(), date.getMonth(), date.getDate(), hours, minutes);
  const isNear = moment <= addDays(new Date(), limits.announcementDaysAhead);
  return moment.getTime() > Date.now() && isNear ? moment : null;
}

function MakeCard() {
  const { t } = useTranslation('announcements', { keyPrefix: 'make' });
  const { t: common } = useTranslation('announcements');
  const [first, setFirst] = useState(beginning);
  const { edited, setEdited, save } = useEdited<Draft>();
  const [wrong, setWrong] = useState<'required' | 'past' | null>(null);
  const announce = useAnnounce();
  const draft = edited ?? first;
  const change = (changes: Partial<Draft>) => {
    setWrong(null);
    setEdited({ ...draft, ...changes });
  };

  async function submit() {
    const endsAt = momentOf(draft);
    if (draft.text.trim() === '') return setWrong('required');
    if (!endsAt) return setWrong('past');
    const body = { text: draft.text, kind: draft.kind, endsAt: endsAt.toISOString() };
    await save(() => announce.mutateAsync(body), t('done'));
    setFirst(beginning());
  }

  return (
    <FormCard heading={t('heading')} hint={t('hint')} save={t('submit')} unsaved={edited !== null} onSubmit={submit}>
      <TextAreaField
        label={t('text')}
        name="text"
        required
        error={wrong === 'required' ? t('required') : null}
        maxLength={limits.announcement}
        value={draft.text}
        onChange={({ target }) => change({ text: target.value })}
      />
      <RadioCards
        label={t('kind')}
        columns={2}
        value={draft.kind}
        onChange={kind => change({ kind })}
        options={announcementKinds.map(value => ({
          value,
          title: common(`kinds.${value}`),
          text: t(`kinds.${value}`),
        }))}
      />
      <Pair>
        <DateField
          label={t('day')}
          name="endsAt"
          last={addDays(new Date(), limits.announcementDaysAhead)}
          value={draft.day}
          onChange={day => change({ day })}
        />
        <HourField label={t('hour')} name="hour" value={draft.hour} onChange={hour => change({ hour })} />
      </Pair>
      {wrong === 'past' && <Note tone="danger">{t('past')}</Note>}
    </FormCard>
  );
}

function ListCard() {
  const { t } = useTranslation('announcements', { keyPrefix: 'list' });
  const { typed, setTyped, ...searched } = useTypedSearch();
  const { data, ...list } = useListedAnnouncements(searched);
  return (
    <Subject
      heading={t('heading')}
      hint={t('hint')}
      end={
        <>
          <ListedWithin
            tools={<SearchField label={t('search')} value={typed} onChange={setTyped} />}
            count={data?.announcements.length}
            {...list.told(t('failed'))}
            empty={t(searched.search === '' ? 'none' : 'noneFound')}
            ghosts={3}
          >
            <Rows label={t('label')} items={data?.announcements ?? []} idOf={({ _id }) => _id}>
              {announcement => <AnnouncementRow announcement={announcement} />}
            </Rows>
          </ListedWithin>
          <Pager {...list.pager} count={data?.announcements.length} />
        </>
      }
    />
  );
}

function AnnouncementRow({ announcement }: { announcement: ListedAnnouncement }) {
  const { t } = useTranslation('announcements', { keyPrefix: 'list' });
  const { t: common } = useTranslation('announcements');
  const end = useEndAnnouncement();
  const { _id, text, kind, endsAt, endedAt, by } = announcement;
  const who = by ? `${by.firstName} ${by.lastName}` : t('gone');
  const isOn = endedAt === null && Date.parse(endsAt) > Date.now();

  async function endIt() {
    const sure = await confirm({ title: t('endSure'), text: t('endText'), confirmLabel: t('end') });
    if (sure) end.mutate(_id);
  }

  return (
    <Row
      wraps
      face={<Avatar id={by?._id ?? 'gone'} firstName={by?.firstName} lastName={by?.lastName} title={who} size={36} />}
      name={text}
      title={<span className={s.said}>{text}</span>}
      text={
        endedAt ? t('ended', { who, date: formatDateTime(endedAt) }) : t('until', { who, date: formatDateTime(endsAt) })
      }
      marks={
        <>
          {kind === 'important' && <Tag tone="accent">{common('kinds.important')}</Tag>}
          <Tag tone={isOn ? 'brand' : 'neutral'}>{t(isOn ? 'on' : 'over')}</Tag>
        </>
      }
      actions={[isOn && { label: t('end'), name: t('endNamed', { text }), icon: <CircleStop />, onSelect: endIt }]}
    />
  );
}
