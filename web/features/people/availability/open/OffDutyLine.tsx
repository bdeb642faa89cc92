import { fullName } from '@palabre/common/rules/people/names.ts';
import Moon from 'lucide-react/icons/moon';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { Button } from '../../../../ui/fields/Button.tsx';
import { IconButton } from '../../../../ui/fields/IconButton.tsx';
import { whenBack } from '../when-back.ts';
import s from './OffDutyLine.module.css';
import { useOffDutyAmong } from './off-duty.ts';
import { markTold, noteShown, useTold } from './told.ts';

/** Person whom the user writes to. */
export interface Addressee {
  id: string;
  name: string;
}

interface OffDutyLineProps {
  placeId: string;
  people: readonly Addressee[];
  /** Whether there is something to send. */
  maySend: boolean;
  onSchedule: (anchor: Element) => void;
  onUrgent: (name: string) => void;
  onMention: (person: Addressee) => void;
  onWrite: (person: Addressee) => void;
  /** Tells how the stand-in is reached: by a mention, if they can read it here, or in a conversation of their own. */
  reachedBy: (id: string) => 'mention' | 'write' | null;
}

/**
 * Says above the field, once, that an addressee is off duty and until when. The message is sent quietly unless the user
 * schedules it, mentions or writes to the stand-in, or says why it is urgent.
 */
export function OffDutyLine({
  placeId,
  people,
  maySend,
  onSchedule,
  onUrgent,
  onMention,
  onWrite,
  reachedBy,
}: OffDutyLineProps) {
  const { t } = useTranslation('availability', { keyPrefix: 'off' });
  const told = useTold(({ keys }) => keys);
  const keyFor = (id: string, until: string | null) => `${placeId} ${id} ${until}`;
  const off = useOffDutyAmong(people.map(({ id }) => id)).find(({ _id, until }) => !told.has(keyFor(_id, until)));
  const key = off && keyFor(off._id, off.until);
  useEffect(() => {
    if (key) noteShown(placeId, key);
  }, [placeId, key]);
  if (!off) return null;
  const { until, isAbsent, deputy, text } = off;
  const name = people.find(({ id }) => id === off._id)?.name ?? '';
  const when = until && whenBack(until);
  const said = when ? t(isAbsent ? 'lineAbsent' : 'line', { name, when }) : t('lineOpen', { name });
  const way = deputy && reachedBy(deputy._id);
  const keepsFocus = { onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault() };
  return (
    <section className={s.line} aria-label={t('label')}>
      <Moon aria-hidden="true" />
      <div className={s.words} role="status">
        <p dir="auto">
          <strong>{said}.</strong> {deputy ? t('deputy', { name: fullName(deputy) }) : t('quietly')}
        </p>
        {text && (
          <p className={s.text} dir="auto">
            {text}
          </p>
        )}
      </div>
      <div className={s.choices}>
        {deputy && way && (
          <Button
            size="sm"
            variant="outline"
            {...keepsFocus}
            onClick={() => (way === 'mention' ? onMention : onWrite)({ id: deputy._id, name: fullName(deputy) })}
          >
            {t(way, { name: deputy.firstName })}
          </Button>
        )}
        <Button
          size="sm"
          variant="outline"
          disabled={!maySend}
          {...keepsFocus}
          onClick={({ currentTarget }) => onSchedule(currentTarget)}
        >
          {t('schedule')}
        </Button>
        <Button size="sm" variant="ghost" disabled={!maySend} {...keepsFocus} onClick={() => onUrgent(name)}>
          {t('urgent')}
        </Button>
      </div>
      <IconButton label={t('close')} size="sm" onClick={() => markTold(placeId)}>
        <X />
      </IconButton>
    </section>
  );
}
