import { type PushDetail, pushDetails } from '@palabre/common/contract/reading/push.ts';
import { useEffect } from 'react';
import { lookAgain, usePermission } from '../../../../platform/device/permission.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { RadioCards } from '../../../../ui/fields/RadioCards.tsx';
import { Switch } from '../../../../ui/fields/Switch.tsx';
import { Note } from '../../../../ui/pages/Note.tsx';
import { Subject } from '../../../../ui/pages/Section.tsx';
import { PushDevices } from '../PushDevices.tsx';
import { usePushDevices, usePushKey, useSetPush } from '../push.queries.ts';
import '../push.texts.ts';
import { obstacleHere } from '../subscription.ts';

/** Sets the notifications that come while Palabre is closed: on or off, their content, and the devices. */
export function PushSettings() {
  const { t } = useTranslation('push');
  const permission = usePermission(state => state.permission);
  const { data: key } = usePushKey();
  const { data: devices } = usePushDevices();
  const { mutate, isPending, variables, isError } = useSetPush(key);
  useEffect(() => {
    window.addEventListener('focus', lookAgain);
    return () => window.removeEventListener('focus', lookAgain);
  }, []);

  const here = devices?.find(({ current }) => current);
  const obstacle = key === null ? 'server' : (obstacleHere() ?? (permission === 'denied' ? 'denied' : null));
  const chosen: PushDetail | 'off' | undefined = isPending ? variables : (here?.detail ?? 'off');
  const isOn = chosen !== 'off' && obstacle === null;
  return (
    <Subject heading={t('heading')} end={devices && devices.length > 0 && <PushDevices devices={devices} />}>
      <Switch
        label={t('label')}
        hint={t('hint')}
        checked={isOn}
        disabled={obstacle !== null || !key || !devices}
        onChange={on => mutate(on ? 'all' : 'off')}
      />
      {obstacle && <Note>{t(`obstacle.${obstacle}`)}</Note>}
      {isError && !obstacle && <Note tone="warning">{t('failed')}</Note>}
      {isOn && (
        <RadioCards
          label={t('detail.label')}
          columns={3}
          options={pushDetails.map(value => ({
            value,
            title: t(`detail.${value}`),
            text: t(`detail.${value}Text`),
          }))}
          value={chosen ?? 'all'}
          onChange={detail => mutate(detail)}
        />
      )}
    </Subject>
  );
}
