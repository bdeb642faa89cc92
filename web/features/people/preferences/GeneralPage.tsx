import { useTranslation } from '../../../platform/words/i18n.ts';
import { Section } from '../../../ui/pages/Section.tsx';
import { PushSettings } from '../../reading/push/open/PushSettings.tsx';
import { About } from '../../running/about/open/About.tsx';
import { Appearance } from './Appearance.tsx';
import { Notifications } from './Notifications.tsx';
import { OnDevice } from './OnDevice.tsx';
import { Sounds } from './Sounds.tsx';
import './preferences.texts.ts';

/**
 * Shows the general settings: sounds, appearance, notifications, pushes, data kept on the device, the version.
 * The preferences feature is these settings, each applied at once and kept on the device, and `attention/`, which plays
 * sounds and shows the browser's notifications.
 */
export function GeneralPage() {
  const { t } = useTranslation('preferences');
  return (
    <Section heading={t('heading')} lead={t('lead')}>
      <Sounds />
      <Appearance />
      <Notifications />
      <PushSettings />
      <OnDevice />
      <About />
    </Section>
  );
}
