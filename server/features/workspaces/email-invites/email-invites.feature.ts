/**
 * Invitations sent to addresses, with or without an account (decision 0066): pending ones are listed, sent again,
 * withdrawn; the link of the mail proves the address, makes the account if there is none, and leads into the workspace.
 * Handlers: email-invites.ts; SQL: email-invites.store.ts; email-invites.mails.ts writes the mail and makes the token.
 */

import { api } from '@palabre/common/contract/index.ts';
import type { Feature } from '../../../platform/feature.ts';
import { serving } from '../../../platform/http/route.ts';
import { sendInvites } from './email-invites.mails.ts';
import { pruneInvites } from './email-invites.store.ts';
import { emailInvites } from './email-invites.ts';

export const emailInvitesFeature: Feature = {
  serves: serving(api.emailInvites, emailInvites),
  jobs: ({ services }) => [
    sendInvites(services),
    { name: 'emailInvites.prune', cron: '51 3 * * *', run: () => pruneInvites(services.database.kysely) },
  ],
};
