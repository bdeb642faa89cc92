import { limits } from '@palabre/common/contract/fields.ts';
import { useParams } from 'react-router';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx';
import { DateField } from '../../../../ui/fields/DateField.tsx';
import { useChannels } from '../../structure/open/channels.queries.ts';
import s from '../Guests.module.css';
import { endOf, firstDay, lastDay, type Stay } from './stay.ts';
import '../guests.texts.ts';

interface StayFieldsProps {
  stay: Stay;
  onChange: (stay: Stay) => void;
  /** Whether missing fields show their error. */
  isTold: boolean;
}

/** Tells whether a stay may be sent. */
export const isWhole = (stay: Stay): boolean =>
  stay.channels.size > 0 && stay.channels.size <= limits.guestChannels && endOf(stay) !== null;

/** Fields of a guest's stay: its channels and its last day. */
export function StayFields({ stay, onChange, isTold }: StayFieldsProps) {
  const { t } = useTranslation('guests');
  const { workspaceId = '' } = useParams();
  const { data: channels = [] } = useChannels(workspaceId);
  const toggle = (id: string, on: boolean) => {
    const next = new Set(stay.channels);
    if (on) next.add(id);
    else next.delete(id);
    onChange({ ...stay, channels: next });
  };
  const { size } = stay.channels;
  const refusal =
    size > limits.guestChannels
      ? t('channelsMost', { max: limits.guestChannels })
      : isTold && size === 0
        ? t('channelsNone')
        : null;
  return (
    <>
      <fieldset className={s.channels} aria-describedby="guest-channels-hint">
        <legend className={s.legend}>{t('channels')}</legend>
        <div className={s.boxes}>
          {channels.map(({ _id, title, visibility }) => (
            <Checkbox
              key={_id}
              label={
                <>
                  {title} <span className={s.quiet}>· {t(`visibility.${visibility}`)}</span>
                </>
              }
              checked={stay.channels.has(_id)}
              onChange={on => toggle(_id, on)}
            />
          ))}
        </div>
        <p id="guest-channels-hint" className={refusal ? s.wrong : s.quiet} role={refusal ? 'alert' : undefined}>
          {refusal ?? t('channelsHint')}
        </p>
      </fieldset>
      <DateField
        label={t('day')}
        hint={isTold && endOf(stay) === null ? t('dayWrong') : t('dayHint')}
        value={stay.day}
        first={firstDay()}
        last={lastDay()}
        onChange={day => onChange({ ...stay, day })}
      />
    </>
  );
}
