import type { WorkHours } from '@palabre/common/rules/people/duty.ts';
import { useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { tellFailure } from '../../../ui/alerts/failures.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Combobox, type ComboboxOption } from '../../../ui/fields/Combobox.tsx';
import { Form, hasIssues } from '../../../ui/fields/Form.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { useDebounced } from '../../../ui/fields/useDebounced.ts';
import { Note } from '../../../ui/pages/Note.tsx';
import { CardFooter, Subject } from '../../../ui/pages/Section.tsx';
import { hoursOf, type WeekDraft, WeekFields, weekDraftOf } from '../../people/availability/open/WeekFields.tsx';
import { useSocieties } from '../../societies/open/societies.queries.ts';
import { useDefaultHours, useSetDefaultHours } from './disconnection.queries.ts';

/** Sets the hours that hold by default: those of the instance, or of a society. */
export function DefaultsCard() {
  const { t } = useTranslation('disconnection', { keyPrefix: 'defaults' });
  const [society, setSociety] = useState<ComboboxOption | null>(null);
  const [typed, setTyped] = useState('');
  const { cards, more } = useSocieties(useDebounced(typed));
  const { data: hours, isError } = useDefaultHours(society?.value ?? null);
  const options = cards?.map(({ _id, name }) => ({ value: _id, label: name }));
  return (
    <Subject heading={t('heading')} hint={t('hint')}>
      <Combobox
        label={t('society')}
        name="society"
        chosen={society}
        onChoose={setSociety}
        onSearch={setTyped}
        options={options}
        more={more}
        placeholder={t('everyone')}
        none={t('none')}
      />
      {isError && <Note tone="danger">{t('failed')}</Note>}
      {hours !== undefined && <Hours key={society?.value} societyId={society?.value ?? null} saved={hours} />}
    </Subject>
  );
}

interface Draft extends WeekDraft {
  isOn: boolean;
}

function Hours({ societyId, saved }: { societyId: string | null; saved: WorkHours | null }) {
  const { t } = useTranslation('disconnection', { keyPrefix: 'defaults' });
  const { t: words } = useTranslation('availability', { keyPrefix: 'hours' });
  const [edited, setEdited] = useState<Draft | null>(null);
  const [wrong, setWrong] = useState(false);
  const save = useSetDefaultHours(societyId);
  const draft = edited ?? { isOn: saved !== null, ...weekDraftOf(saved) };
  const change = (changes: Partial<Draft>) => {
    setWrong(false);
    setEdited({ ...draft, ...changes });
  };

  async function submit() {
    const chosen = draft.isOn ? hoursOf(draft) : null;
    if (draft.isOn && !chosen) return setWrong(true);
    try {
      await save.mutateAsync(chosen);
    } catch (cause) {
      if (!hasIssues(cause)) tellFailure(cause);
      throw cause;
    }
    setEdited(null);
    alerts.success(t('saved'));
  }

  return (
    <Form onSubmit={submit} unsaved={edited !== null}>
      <Switch label={t('on')} checked={draft.isOn} onChange={isOn => change({ isOn })} />
      {draft.isOn && <WeekFields draft={draft} onChange={change} />}
      {wrong && <Note tone="danger">{words('wrong')}</Note>}
      <CardFooter>
        <Button type="submit" variant="outline" disabled={edited === null}>
          {t('save')}
        </Button>
      </CardFooter>
    </Form>
  );
}
