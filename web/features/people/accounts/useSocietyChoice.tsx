import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { Combobox, type ComboboxOption } from '../../../ui/fields/Combobox.tsx';
import { useDebounced } from '../../../ui/fields/useDebounced.ts';
import { useMySociety, useSocieties, useSocietyAction } from '../../societies/open/societies.queries.ts';

/** Holds the society field of onboarding, shown where there is a society to choose, and sends the request to join. */
export function useSocietyChoice(): { field: ReactNode; ask: () => Promise<void> } {
  const { t } = useTranslation('accounts', { keyPrefix: 'onboarding' });
  const { data: mine } = useMySociety();
  const all = useSocieties('').cards;
  const [search, setSearch] = useState('');
  const { first, cards, more } = useSocieties(useDebounced(search));
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  const join = useSocietyAction(chosen?.value ?? '');
  const free = mine === null;

  async function ask() {
    if (!free || !chosen) return;
    const { message } = await join.mutateAsync({ action: 'join' });
    setChosen(null);
    alerts.success(message);
  }

  const field = free && all && all.length > 0 && (
    <Combobox
      label={t('society')}
      hint={t('societyHint')}
      name="society"
      placeholder={t('societySearch')}
      none={t(first.isError ? 'societyFailed' : 'societyNone')}
      chosen={chosen}
      onChoose={setChosen}
      onSearch={setSearch}
      options={first.isError ? [] : cards?.map(({ _id, name }) => ({ value: _id, label: name }))}
      more={more}
    />
  );
  return { field, ask };
}
