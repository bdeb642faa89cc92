import { useState } from 'react';
import { canSaveAnswers, savesAnswers, setSavesAnswers } from '../../../platform/device/answers-on-device.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Subject } from '../../../ui/pages/Section.tsx';

/** Sets whether the cache is kept on this device until logout, so that Palabre opens at once. */
export function OnDevice() {
  const { t } = useTranslation('preferences');
  const [on, setOn] = useState(savesAnswers);
  const able = canSaveAnswers();
  const change = (next: boolean) => {
    setOn(next);
    setSavesAnswers(next);
  };
  return (
    <Subject heading={t('device.heading')}>
      <Switch
        label={t('device.keep')}
        hint={t(able ? 'device.keepHint' : 'device.unable')}
        checked={on && able}
        disabled={!able}
        onChange={change}
      />
    </Subject>
  );
}
