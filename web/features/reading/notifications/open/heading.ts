import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { signature } from '../../../messages/text/open/sender.ts';

/**
 * Returns the heading of a notification: « Camille », or « Camille vous a répondu », « Camille mentionne Karim, que vous remplacez »; the application's name without an
 * author.
 * @param sign returns the author's name as displayed there
 */
export function headingOf({ actor, about }: Pick<Notification, 'actor' | 'about'>, sign = signature): string {
  const name = actor ? sign(actor) : i18n.t('appName');
  if (about?.inPlaceOf) return i18n.t('notifications:inPlaceOf', { name, person: about.inPlaceOf });
  return about?.isAnswer ? i18n.t('notifications:answered', { name }) : name;
}
