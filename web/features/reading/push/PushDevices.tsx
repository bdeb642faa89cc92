import type { PushDevice } from '@palabre/common/contract/reading/push.ts';
import BellRing from 'lucide-react/icons/bell-ring';
import X from 'lucide-react/icons/x';
import { formatDay, formatTime } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';
import { DeviceRow } from '../../../ui/lists/DeviceRow.tsx';
import { ListedWithin } from '../../../ui/lists/Listed.tsx';
import { Rows } from '../../../ui/lists/Rows.tsx';
import { useRemovePushDevice, useTryPush } from './push.queries.ts';

/** Lists the devices that get pushes; each may be tested, and the others removed. */
export function PushDevices({ devices }: { devices: readonly PushDevice[] }) {
  const { t } = useTranslation('push');
  return (
    <ListedWithin said={t('count', { count: devices.length })} count={devices.length} empty={null}>
      <Rows label={t('devices')} items={devices} idOf={device => device._id}>
        {device => <DeviceLine device={device} />}
      </Rows>
    </ListedWithin>
  );
}

function DeviceLine({ device }: { device: PushDevice }) {
  const { t } = useTranslation('push');
  const attempt = useTryPush();
  const removal = useRemovePushDevice();
  const name = device.device ?? t('unknown');
  const { lastSuccessAt, failures } = device;
  const when = lastSuccessAt && `${formatDay(lastSuccessAt).toLowerCase()} ${formatTime(lastSuccessAt)}`;
  const tell = () =>
    attempt.mutate(device, {
      onSuccess: ({ outcome, status }) => {
        const text = t(`tried.${outcome}`, { status: status ?? '—' });
        if (outcome === 'accepted') alerts.success(text);
        else alerts.warning(text);
      },
    });
  return (
    <DeviceRow
      device={name}
      current={device.current && t('current')}
      facts={[when ? t('last', { when }) : t('never'), failures > 0 && t('refused', { count: failures })]}
      actions={[
        {
          ...{ label: t('try'), name: t('tryOn', { device: name }), icon: <BellRing />, loading: attempt.isPending },
          onSelect: tell,
        },
        !device.current && {
          ...{ label: t('remove'), name: t('removeOf', { device: name }), icon: <X />, danger: true },
          loading: removal.isPending,
          onSelect: () => removal.mutate(device, { onSuccess: () => void alerts.success(t('removed')) }),
        },
      ]}
    />
  );
}
