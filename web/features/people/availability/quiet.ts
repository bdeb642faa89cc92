import { api } from '@palabre/common/contract/index.ts';
import { localTimeOf, soonDays } from '@palabre/common/rules/local-times.ts';
import { ownZone } from '../../../platform/local-day.ts';
import { call } from '../../../platform/server/api.ts';
import { useSession } from '../../../platform/session/session.ts';
import { formatDateTime } from '../../../platform/words/format.ts';
import { i18n } from '../../../platform/words/i18n.ts';
import { alerts } from '../../../ui/alerts/alerts.ts';

/** Length of « ne pas déranger »: an hour, until tomorrow's start, or until a local time. */
export type QuietSpan = 'hour' | 'tomorrow' | { localTime: string };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const usualHour = '09:00';

function endOf(span: QuietSpan): { localTime: string; zone: string } {
  const nowMs = Date.now();
  // An exact moment, since an hour of the clock may come twice; the minute that has begun counts whole.
  if (span === 'hour') return { localTime: localTimeOf(nowMs + hourMs + minuteMs - 1, 'UTC'), zone: 'UTC' };
  const zone = ownZone();
  if (span !== 'tomorrow') return { ...span, zone };
  return { localTime: soonDays(nowMs, zone, useSession.getState().user?.startHour ?? usualHour).tomorrow, zone };
}

/** Turns « ne pas déranger » on for a while; null turns it off. */
export async function beQuiet(span: QuietSpan | null): Promise<void> {
  const { own } = await call(api.availability.setQuiet, { body: { until: span && endOf(span) } });
  const { quietUntil } = own;
  alerts.success(
    quietUntil ? i18n.t('users:quiet.begun', { when: formatDateTime(quietUntil) }) : i18n.t('users:quiet.ended'),
  );
}
