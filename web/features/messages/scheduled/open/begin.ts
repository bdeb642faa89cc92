import { pressed } from '../../../../platform/address/lazy-part.ts';
import { logFailure } from '../../../../platform/device/log.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import type { Draft } from '../schedule.ts';

/** Loads the code of the time picker at its first use; null without a connection. */
const loaded = () =>
  pressed(() => import('../schedule.ts')).catch((cause: unknown) => {
    logFailure('The picker of times could not be fetched', cause);
    alerts.error(i18n.t('network'));
    return null;
  });

/**
 * Asks for a time, and schedules a draft; the draft stays until the server has it.
 * @param anchor element beside which the times are shown
 */
export async function beginSchedule(draft: Draft, anchor: Element): Promise<boolean> {
  // The pressed element may be unmounted before the code has loaded.
  const place = anchor.getBoundingClientRect();
  return (await (await loaded())?.scheduleDraft(draft, anchor, place)) ?? false;
}

/** Asks for a time, and schedules the reminder of a message. */
export async function beginReminder(messageId: string, anchor: Element): Promise<void> {
  const place = anchor.getBoundingClientRect();
  await (await loaded())?.scheduleReminder(messageId, anchor, place);
}
