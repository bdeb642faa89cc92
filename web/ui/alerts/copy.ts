import { copyText } from '../../platform/device/clipboard.ts';
import { logFailure } from '../../platform/device/log.ts';
import { i18n } from '../../platform/words/i18n.ts';
import { alerts } from './alerts.ts';

/** Copies a text to the clipboard, and says `done` in an alert; or that the browser refused. */
export async function copyAndSay(text: string, done: string): Promise<void> {
  try {
    await copyText(text);
    alerts.info(done);
  } catch (cause) {
    logFailure('Nothing could be copied', cause);
    alerts.error(i18n.t('ui:copyFailed'));
  }
}
