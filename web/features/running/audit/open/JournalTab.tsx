import type { AuditEntry } from '@palabre/common/contract/running/audit.ts';
import { type AuditAction, auditActionNames } from '@palabre/common/rules/running/audit.ts';
import { auditActions, auditChanges } from '@palabre/common/rules/running/audit-texts.ts';
import Download from 'lucide-react/icons/download';
import Terminal from 'lucide-react/icons/terminal';
import { useState } from 'react';
import { usePhone } from '../../../../platform/media.ts';
import { formatDateTime, formatList } from '../../../../platform/words/format.ts';
import { currentLanguage, useTranslation } from '../../../../platform/words/i18n.ts';
import { tellFailure } from '../../../../ui/alerts/failures.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { addDays, readDay } from '../../../../ui/fields/calendar.ts';
import { DateField } from '../../../../ui/fields/DateField.tsx';
import { SearchField } from '../../../../ui/fields/SearchField.tsx';
import { Select } from '../../../../ui/fields/Select.tsx';
import { useDebounced } from '../../../../ui/fields/useDebounced.ts';
import { Listed } from '../../../../ui/lists/Listed.tsx';
import { Pager } from '../../../../ui/lists/Pager.tsx';
import { Row, RowIcon, RowNote } from '../../../../ui/lists/Row.tsx';
import { Rows } from '../../../../ui/lists/Rows.tsx';
import { Avatar } from '../../../../ui/marks/Avatar.tsx';
import { downloadJournal, type JournalFilter, useJournal } from '../audit.queries.ts';
import s from '../Journal.module.css';

const any = 'any';
const empty = { actor: '', target: '', action: any as AuditAction | typeof any, from: '', to: '' };

/** Returns the local start of a typed day, or of a day `later`; undefined while the text is no day. */
function startOf(typed: string, later = 0): string | undefined {
  const day = readDay(typed);
  return day ? addDays(day, later).toISOString() : undefined;
}

/** Shows the journal: actors, actions, targets, places and times, under the names of that time. */
export function JournalTab() {
  const { t } = useTranslation('administration');
  const [form, setForm] = useState(empty);
  const set = (changed: Partial<typeof empty>) => setForm({ ...form, ...changed });
  const [actor, target] = [useDebounced(form.actor.trim()), useDebounced(form.target.trim())];
  const filter: JournalFilter = {
    actor: actor || undefined,
    target: target || undefined,
    action: form.action === any ? undefined : form.action,
    from: startOf(form.from),
    to: startOf(form.to, 1),
  };
  const isFiltered = Object.values(filter).some(value => value !== undefined);
  const isTyping = actor !== form.actor.trim() || target !== form.target.trim();
  const { data, ...list } = useJournal(filter, isTyping);
  const language = currentLanguage();
  const actions = [...auditActionNames]
    .map(value => ({ value, label: auditActions[value][language] }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
  return (
    <div className={s.tab}>
      <div className={s.filters}>
        <SearchField label={t('journal.actor')} value={form.actor} onChange={actor => set({ actor })} />
        <Select
          label={t('journal.action')}
          value={form.action}
          onChange={action => set({ action })}
          options={[{ value: any, label: t('journal.anyAction') }, ...actions]}
        />
        <SearchField
          className={s.wide}
          label={t('journal.target')}
          value={form.target}
          onChange={target => set({ target })}
        />
        <DateField label={t('journal.from')} value={form.from} onChange={from => set({ from })} />
        <DateField label={t('journal.to')} value={form.to} onChange={to => set({ to })} />
        <Button
          className={s.export}
          variant="secondary"
          size="lg"
          icon={<Download />}
          onClick={() => downloadJournal(filter).catch(tellFailure)}
        >
          {t('journal.export')}
        </Button>
      </div>
      <Listed
        count={data?.entries.length}
        {...list.told(t('journal.failed'))}
        empty={t(isFiltered ? 'journal.none' : 'journal.empty')}
      >
        <Rows label={t('journal.list')} items={data?.entries ?? []} idOf={entry => entry._id}>
          {entry => <Entry entry={entry} />}
        </Rows>
      </Listed>
      {isFiltered && data?.entries.length === 0 && (
        <Button className={s.clear} variant="ghost" onClick={() => setForm(empty)}>
          {t('journal.clear')}
        </Button>
      )}
      <Pager {...list.pager} count={data?.entries.length} />
    </div>
  );
}

/** Address after a name, since the journal keeps both. */
const addressAfter = / \([^()]*@[^()]*\)$/;

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('administration');
  const phone = usePhone();
  const language = currentLanguage();
  const { action, actorId, actor, target, place, changes, reason, createdAt } = entry;
  const what = auditActions[action][language];
  const when = <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>;
  return (
    <Row
      wraps
      face={
        actor ? (
          <Avatar id={actorId ?? actor} title={actor.replace(addressAfter, '')} size={36} />
        ) : (
          <RowIcon>
            <Terminal />
          </RowIcon>
        )
      }
      name={`${what} ${target}`}
      title={
        <>
          {what}
          {target && (
            <span className={s.target}>
              {' '}
              <bdi>{target}</bdi>
            </span>
          )}
          {changes.length > 0 && (
            <span className={s.changes}> ({formatList(changes.map(change => auditChanges[change][language]))})</span>
          )}
        </>
      }
      text={
        <>
          <bdi>{actor || t('journal.server')}</bdi>
          {place && place !== target && ` · ${t('journal.on', { place })}`}
          {reason && ` · ${t('journal.because', { reason })}`}
          {phone && <> · {when}</>}
        </>
      }
      aside={!phone && <RowNote>{when}</RowNote>}
    />
  );
}
