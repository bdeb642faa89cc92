import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { type ThemeChoice, useTheme } from '../../../platform/theme.ts';
import { currentLanguage, setLanguage, useTranslation } from '../../../platform/words/i18n.ts';
import { RadioCards } from '../../../ui/fields/RadioCards.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Subject } from '../../../ui/pages/Section.tsx';
import { useSetMails } from '../accounts/open/accounts.queries.ts';
import { useMe } from '../users/open/users.queries.ts';

/** Sets the theme and the language of the interface. */
export function Appearance() {
  const { t } = useTranslation('preferences');
  const { choice, setTheme } = useTheme();
  const me = useMe();
  const { mutate: setMails } = useSetMails(me?._id ?? '');
  /**
   * Sets the language of the interface. The server writes mails in the language of the request that turned them on, so
   * that request is sent again.
   */
  async function speak(language: 'fr' | 'en') {
    await setLanguage(language);
    if (me?.notificationMail) setMails(true);
  }
  return (
    <Subject heading={t('appearance.heading')}>
      <RadioCards<ThemeChoice>
        label={t('appearance.theme')}
        columns={3}
        value={choice}
        onChange={setTheme}
        options={[
          { value: 'light', title: t('appearance.light'), icon: <Sun /> },
          { value: 'dark', title: t('appearance.dark'), icon: <Moon /> },
          { value: 'system', title: t('appearance.system'), text: t('appearance.systemHint'), icon: <Monitor /> },
        ]}
      />
      <Select
        label={t('language.label')}
        value={currentLanguage()}
        onChange={language => void speak(language)}
        options={(['fr', 'en'] as const).map(value => ({ value, label: t(`language.${value}`) }))}
      />
    </Subject>
  );
}
