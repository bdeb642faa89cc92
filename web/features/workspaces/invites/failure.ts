import { ApiError } from '../../../platform/server/api.ts';
import { i18n } from '../../../platform/words/i18n.ts';

/**
 * What a refused invitation says: one sentence about the code, unless the code is not what is wrong (no network, too
 * many attempts).
 */
export function inviteFailure(cause: unknown): string {
  const elsewhere = cause instanceof ApiError && (cause.status === 0 || cause.status === 429 || cause.status >= 500);
  return elsewhere ? cause.message : i18n.t('invites:failed');
}
