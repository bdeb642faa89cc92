import { useState } from 'react';
import { canKeepAnswers, keepsAnswers, setKeepsAnswers } from '../../../platform/device/device-cache.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Card } from '../../../ui/pages/Section.tsx';
import s from './Preferences.module.css';

/** Whether what one read stays on this device until one logs out, so that Palabre opens at once. */
export function OnDevice() {
  const { t } = useTranslation('preferences');
  const [on, setOn] = useState(keepsAnswers);
  const able = canKeepAnswers();
  const change = (next: boolean) => {
    setOn(next);
    setKeepsAnswers(next);
  };
  return (
    <Card>
      <section className={s.group} aria-labelledby="preferences-device">
        <h2 className={s.heading} id="preferences-device">
          {t('device.heading')}
        </h2>
        <Switch
          label={t('device.keep')}
          hint={t(able ? 'device.keepHint' : 'device.unable')}
          checked={on && able}
          disabled={!able}
          onChange={change}
        />
      </section>
    </Card>
  );
}
