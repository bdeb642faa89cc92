import { pressed } from '../../../../platform/address/lazy-part.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import type { Draft } from '../schedule.ts';

/** Loads the code of the picker of times, as it is first asked for; null without a connection. */
const loaded = () =>
  pressed(() => import('../schedule.ts')).catch((cause: unknown) => {
    logFailure('The picker of times could not be fetched', cause);
    alerts.error(i18n.t('network'));
    return null;
  });

/**
 * Asks when a draft is to leave, and schedules it; the draft stays until the server has it.
 * @param anchor element beside which the times are shown
 */
export async function beginSchedule(draft: Draft, anchor: Element): Promise<boolean> {
  // The pressed element may be unmounted before the code has loaded.
  const place = anchor.getBoundingClientRect();
  return (await (await loaded())?.scheduleDraft(draft, anchor, place)) ?? false;
}

/** Asks when to be reminded of a message, and schedules the reminder. */
export async function beginReminder(messageId: string, anchor: Element): Promise<void> {
  const place = anchor.getBoundingClientRect();
  await (await loaded())?.scheduleReminder(messageId, anchor, place);
}
