import { ApiError, failureMessage, isDeclined } from '../../platform/server/api.ts';
import { alerts } from './alerts.ts';

/** Why something failed, where that is more than `sentence` says. */
export function reasonOf(cause: unknown, sentence: string): string | undefined {
  const reason = failureMessage(cause);
  return reason === sentence ? undefined : reason;
}

/**
 * Says by one alert that something failed: in the server's words, or in those of `sentence` with the server's
 * under them. A session that ended says so by itself, and who would not prove something knows why it was not done.
 */
export function tellFailure(cause: unknown, sentence = failureMessage(cause)): void {
  if ((cause instanceof ApiError && cause.code === 'unauthorized') || isDeclined(cause)) return;
  alerts.error(sentence, { reason: reasonOf(cause, sentence) });
}
