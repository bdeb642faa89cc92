import { ApiError } from '../../../platform/server/api.ts';
import { i18n } from '../../../platform/words/i18n.ts';

/**
 * Returns the sentence of a refused invitation: one about the code, unless the code is not the cause (no network, rate
 * limit, server failure).
 */
export function inviteFailure(cause: unknown): string {
  const elsewhere = cause instanceof ApiError && (cause.status === 0 || cause.status === 429 || cause.status >= 500);
  return elsewhere ? cause.message : i18n.t('invites:failed');
}
