import type { Place } from '../../../../platform/address/place.ts';
import { failureMessage } from '../../../../platform/server/api.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { alerts } from '../../../../ui/alerts/alerts.ts';
import { isMissing } from '../first-pages.ts';
import { openPlace, showMessage, showRoot, showSince } from './timelines.ts';

/** Opens a place at a message; if the message is gone, says so and opens the place as usual. */
export async function goToMessage(place: Place, id: string): Promise<void> {
  try {
    await (place.threadId === id ? showRoot(place, id) : showMessage(place, id));
  } catch (cause) {
    alerts.warning(isMissing(cause) ? i18n.t('messages:messageGone') : failureMessage(cause));
    await openPlace(place);
  }
}

/** Opens a place at the first message of a day or later. */
export async function goToDay(place: Place, since: Date): Promise<void> {
  try {
    await showSince(place, since.toISOString());
  } catch (cause) {
    alerts.error(failureMessage(cause));
  }
}
