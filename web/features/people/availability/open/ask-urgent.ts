import { limits } from '@palabre/common/contract/fields.ts';
import { api } from '@palabre/common/contract/index.ts';
import { call } from '../../../../platform/server/api.ts';
import { cached } from '../../../../platform/server/query.ts';
import { queryClient } from '../../../../platform/server/query-client.ts';
import { newUuid } from '../../../../platform/uuid.ts';
import { i18n } from '../../../../platform/words/i18n.ts';
import { prompt } from '../../../../ui/dialogs/dialogs.ts';

/**
 * Asks why a message is urgent, and tells the server. Returns the nonce to post the message under; null when the user
 * gives up. The server's refusal is shown in the dialog, where the message can still be sent otherwise.
 */
export async function askUrgent(name: string): Promise<string | null> {
  const nonce = newUuid();
  const left = cached(queryClient, api.availability.own)?.own.urgentLeft ?? limits.urgentPerWeek;
  const said = await prompt({
    title: i18n.t('availability:urgent.title'),
    text: i18n.t('availability:urgent.text', { name, count: left }),
    fields: [
      {
        ...{ name: 'reason', label: i18n.t('availability:urgent.reason'), type: 'textarea' },
        ...{ required: true, maxLength: limits.urgentReason },
      },
    ],
    confirmLabel: i18n.t('availability:urgent.send'),
    validate: ({ reason }) =>
      reason.length < limits.urgentReasonMin
        ? { reason: i18n.t('availability:urgent.short', { count: limits.urgentReasonMin }) }
        : null,
    submit: ({ reason }) => call(api.availability.urgent, { body: { nonce, reason: reason.replace(/\s+/g, ' ') } }),
  });
  return said && nonce;
}
