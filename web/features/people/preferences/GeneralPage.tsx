import { useTranslation } from '../../../platform/words/i18n.ts';
import { Section } from '../../../ui/pages/Section.tsx';
import { Appearance } from './Appearance.tsx';
import { Notifications } from './Notifications.tsx';
import { OnDevice } from './OnDevice.tsx';
import { Sounds } from './Sounds.tsx';
import './texts.ts';

/** General settings: each holds at once, on this device. */
export function GeneralPage() {
  const { t } = useTranslation('preferences');
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      <Sounds />
      <Appearance />
      <Notifications />
      <OnDevice />
    </Section>
  );
}
