import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { alerts } from '../../ui/alerts/alerts.ts';
import { Select } from '../../ui/Select.tsx';
import { useMySociety, useSocieties, useSocietyAction } from '../societies/societies.queries.ts';

const none = 'none';

/** The society that a newcomer asks to join: its field, where there is something to choose, and the request. */
export function useSocietyChoice(): { field: ReactNode; ask: () => Promise<void> } {
  const { t } = useTranslation('accounts', { keyPrefix: 'onboarding' });
  const { data: mine } = useMySociety();
  const { cards } = useSocieties('');
  const [chosen, setChosen] = useState(none);
  const join = useSocietyAction(chosen);
  const free = mine === null;

  async function ask() {
    if (!free || chosen === none) return;
    const { message } = await join.mutateAsync({ action: 'join' });
    setChosen(none);
    alerts.success(message);
  }

  const field = free && cards && cards.length > 0 && (
    <Select
      label={t('society')}
      hint={t('societyHint')}
      value={chosen}
      onChange={setChosen}
      options={[{ value: none, label: t('noSociety') }, ...cards.map(({ _id, name }) => ({ value: _id, label: name }))]}
    />
  );
  return { field, ask };
}
