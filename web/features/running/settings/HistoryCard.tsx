import { type SettingChange, type SettingName, settingNames } from '@palabre/common/contract/running/settings.ts';
import { auditChanges } from '@palabre/common/rules/running/audit-texts.ts';
import { useState } from 'react';
import { usePhone } from '../../../platform/media.ts';
import { formatDateTime, formatSize } from '../../../platform/words/format.ts';
import { currentLanguage, useTranslation } from '../../../platform/words/i18n.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { ListedWithin } from '../../../ui/lists/Listed.tsx';
import { Pager } from '../../../ui/lists/Pager.tsx';
import { Row, RowNote } from '../../../ui/lists/Row.tsx';
import { Rows } from '../../../ui/lists/Rows.tsx';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import { Subject } from '../../../ui/pages/Section.tsx';
import s from './Settings.module.css';
import { useHistory } from './settings.queries.ts';

const every = 'every';

/** Writes a word of the journal as the start of a line. */
const titled = (name: SettingName): string => {
  const word = auditChanges[name][currentLanguage()];
  return word.charAt(0).toUpperCase() + word.slice(1);
};

/** Lists the changes of settings with their authors, page by page. */
export function HistoryCard() {
  const { t } = useTranslation('placeSettings', { keyPrefix: 'history' });
  const [which, setWhich] = useState<SettingName | typeof every>(every);
  const name = which === every ? undefined : which;
  const { data, ...list } = useHistory(name);
  return (
    <Subject
      heading={t('heading')}
      hint={t('hint')}
      end={
        <>
          <ListedWithin
            tools={
              <Select
                label={t('which')}
                hideLabel
                value={which}
                onChange={setWhich}
                options={[
                  { value: every, label: t('every') },
                  ...settingNames.map(value => ({ value, label: titled(value) })),
                ]}
              />
            }
            count={data?.changes.length}
            {...list.told(t('failed'))}
            empty={t(name ? 'noneOf' : 'none')}
            ghosts={3}
          >
            <Rows label={t('list')} items={data?.changes ?? []} idOf={({ _id }) => _id}>
              {change => <ChangeRow change={change} />}
            </Rows>
          </ListedWithin>
          <Pager {...list.pager} count={data?.changes.length} />
        </>
      }
    />
  );
}

function ChangeRow({ change: { name, by, before, after, createdAt } }: { change: SettingChange }) {
  const { t } = useTranslation('placeSettings');
  const phone = usePhone();
  const when = <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>;
  const who = by ? `${by.firstName} ${by.lastName}` : t('history.gone');
  const worded = (json: string | null) => shown(name, json, { unset: t('history.unset'), set: t('history.set') }, t);
  return (
    <Row
      wraps
      face={<Avatar id={by?._id ?? 'gone'} firstName={by?.firstName} lastName={by?.lastName} title={who} size={36} />}
      name={titled(name)}
      title={titled(name)}
      text={
        <>
          <bdi>{who}</bdi> ·{' '}
          <span className={s.values}>{t('history.line', { before: worded(before), after: worded(after) })}</span>
          {phone && <> · {when}</>}
        </>
      }
      aside={!phone && <RowNote>{when}</RowNote>}
    />
  );
}

type Says = ReturnType<typeof useTranslation<'placeSettings'>>['t'];

/** Writes a value of the history in words. The server has truncated long values, which are then no valid JSON. */
function shown(name: SettingName, json: string | null, words: { unset: string; set: string }, t: Says): string {
  if (json === null) return words.unset;
  if (name === 'logo') return words.set;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return `${json.replace(/^"/, '').replaceAll('\\n', ' ')}…`;
  }
  if (name === 'fileBytes') return formatSize(Number(value));
  if (name === 'autoDeleteDays') return value === 0 ? t('bounds.deletions.never') : String(value);
  if (name === 'language') return t(`creation.languages.${value as 'fr' | 'en'}`);
  if (name === 'twoStepRequired') return t(`twoStep.values.${value ? 'required' : 'offered'}`);
  if (name === 'commonPasswords') return t(`passwords.values.${value as 'allowed' | 'refused'}`);
  if (name === 'misnamedFiles') return t(`bounds.misnamed.${value as 'allowed' | 'refused'}`);
  if (name === 'workspaceMakers' || name === 'societyMakers')
    return t(`creation.makers.${value as 'everybody' | 'administrators'}`);
  if (Array.isArray(value)) return value.map(({ label }: { label: string }) => label).join(', ');
  return String(value);
}
