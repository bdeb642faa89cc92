import type { Notification } from '@palabre/common/contract/reading/notifications.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { signature } from '../../../messages/text/open/sender.ts';

/**
 * Who caused a notification, where it is listed or shown: « Camille », « Camille vous a répondu »; what nobody caused is the
 * server's.
 * @param sign how its actor signs there
 */
export function headingOf({ actor, about }: Pick<Notification, 'actor' | 'about'>, sign = signature): string {
  const name = actor ? sign(actor) : i18n.t('appName');
  return about?.isAnswer ? i18n.t('notifications:answered', { name }) : name;
}
