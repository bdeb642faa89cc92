import { useState } from 'react';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Tabs } from '../../../ui/lists/Tabs.tsx';
import { Section } from '../../../ui/pages/Section.tsx';
import { JournalTab } from '../audit/open/JournalTab.tsx';
import { BannedTab } from './BannedTab.tsx';
import { UsersTab } from './UsersTab.tsx';
import './texts.ts';

type Tab = 'users' | 'banned' | 'journal';

/** The administration of Palabre, for administrators. */
export function AdminPage() {
  const { t } = useTranslation('administration');
  const [tab, setTab] = useState<Tab>('users');
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      <Tabs<Tab>
        label={t('tabs')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'users', label: t('users.tab'), content: <UsersTab /> },
          { value: 'banned', label: t('banned.tab'), content: <BannedTab /> },
          { value: 'journal', label: t('journal.tab'), content: <JournalTab /> },
        ]}
      />
    </Section>
  );
}
