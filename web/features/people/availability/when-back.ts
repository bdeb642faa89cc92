import { formatDate, formatWeekday } from '../../../platform/words/format.ts';
import { i18n } from '../../../platform/words/i18n.ts';
import { addDays, sameDay } from '../../../ui/fields/calendar.ts';

/** Formats the time at which somebody is back, in a sentence: « demain à 9 h », « lundi à 9 h 30 », « 4 janvier 2027 à 9 h ». */
export function whenBack(until: string, now = new Date()): string {
  const at = new Date(until);
  const [hour, minutes] = [String(at.getHours()), String(at.getMinutes()).padStart(2, '0')];
  const spoken = i18n.t(`availability:off.${minutes === '00' ? 'wholeHour' : 'hour'}`, { hour, minutes });
  const day = () => {
    if (sameDay(at, now)) return i18n.t('availability:off.today');
    if (sameDay(at, addDays(now, 1))) return i18n.t('availability:off.tomorrow');
    return at < addDays(now, 7) ? formatWeekday(at, 'long') : i18n.t('availability:off.on', { day: formatDate(at) });
  };
  return i18n.t('availability:off.at', { day: day(), hour: spoken });
}
