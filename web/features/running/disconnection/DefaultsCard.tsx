import { useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Combobox, type ComboboxOption } from '../../../ui/fields/Combobox.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { useDebounced } from '../../../ui/fields/useDebounced.ts';
import { useEdited } from '../../../ui/fields/useEdited.ts';
import { FormCard } from '../../../ui/pages/FormCard.tsx';
import { Note } from '../../../ui/pages/Note.tsx';
import { hoursOf, type WeekDraft, WeekFields, weekDraftOf } from '../../people/availability/open/WeekFields.tsx';
import { useSocieties } from '../../societies/open/societies.queries.ts';
import { useDefaultHours, useSetDefaultHours } from './disconnection.queries.ts';

interface Draft extends WeekDraft {
  isOn: boolean;
}

/** Sets the default hours: the instance's, or a society's. */
export function DefaultsCard() {
  const { t } = useTranslation('disconnection', { keyPrefix: 'defaults' });
  const { t: words } = useTranslation('availability', { keyPrefix: 'hours' });
  const [society, setSociety] = useState<ComboboxOption | null>(null);
  const [typed, setTyped] = useState('');
  const { edited, setEdited, save } = useEdited<Draft>();
  const [wrong, setWrong] = useState(false);
  const societyId = society?.value ?? null;
  const { cards, more } = useSocieties(useDebounced(typed));
  const { data: saved, isError } = useDefaultHours(societyId);
  const request = useSetDefaultHours();
  const options = cards?.map(({ _id, name }) => ({ value: _id, label: name }));
  const draft = edited ?? { isOn: Boolean(saved), ...weekDraftOf(saved ?? null) };
  const edit = (next: Draft | null) => {
    setWrong(false);
    setEdited(next);
  };
  const change = (changes: Partial<Draft>) => edit({ ...draft, ...changes });
  const choose = (chosen: ComboboxOption | null) => {
    if ((chosen?.value ?? null) !== societyId) edit(null);
    setSociety(chosen);
  };

  async function submit() {
    const chosen = draft.isOn ? hoursOf(draft) : null;
    if (draft.isOn && !chosen) return setWrong(true);
    await save(() => request.mutateAsync({ societyId, hours: chosen }), t('saved'));
  }

  return (
    <FormCard heading={t('heading')} hint={t('hint')} save={t('save')} unsaved={edited !== null} onSubmit={submit}>
      <Combobox
        label={t('society')}
        name="society"
        chosen={society}
        onChoose={choose}
        onSearch={setTyped}
        options={options}
        more={more}
        placeholder={t('everyone')}
        none={t('none')}
      />
      {isError && saved === undefined && <Note tone="danger">{t('failed')}</Note>}
      {saved !== undefined && (
        <>
          <Switch label={t('on')} checked={draft.isOn} onChange={isOn => change({ isOn })} />
          {draft.isOn && <WeekFields draft={draft} onChange={change} />}
        </>
      )}
      {wrong && <Note tone="danger">{words('wrong')}</Note>}
    </FormCard>
  );
}
