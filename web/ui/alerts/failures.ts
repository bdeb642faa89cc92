import { ApiError, failureMessage, isDeclined } from '../../platform/server/api.ts';
import { sessionRefusals } from '../../platform/session/session.ts';
import { alerts } from './alerts.ts';

/** Returns the reason of a failure, unless it repeats `sentence`, or a field of the form shows it. */
export function reasonOf(cause: unknown, sentence: string): string | undefined {
  const reason = failureMessage(cause);
  const isAtField = cause instanceof ApiError && cause.issues.length > 0;
  return reason === sentence || isAtField ? undefined : reason;
}

/**
 * Shows a failure in an alert: the server's message, or `sentence` with the server's message under it. Shows nothing
 * for an ended session, which is shown elsewhere, nor to a person who declined the action that the call needed.
 */
export function tellFailure(cause: unknown, sentence = failureMessage(cause)): void {
  if ((cause instanceof ApiError && sessionRefusals[cause.code]) || isDeclined(cause)) return;
  alerts.error(sentence, { reason: reasonOf(cause, sentence) });
}
