import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, id, like, limits, message, text } from '../fields.ts';
import { PublicUser, SelfUser, token } from './users.ts';

/** Another account of the same person, as the account menu shows it. */
export const LinkedAccount = PublicUser.pick({ _id: true, firstName: true, lastName: true, avatar: true })
  .extend({ email: like('camille@exemple.fr') })
  .meta({ id: 'LinkedAccount', description: 'Another account of the same person.' });
export type LinkedAccount = z.infer<typeof LinkedAccount>;

const accounts = z.array(LinkedAccount);

export const linkedAccounts = {
  list: endpoint({
    method: 'GET',
    path: '/user/me/accounts',
    access: access.session,
    guests: true,
    summary: 'Lists the accounts linked to the caller’s, in the order they were linked',
    output: z.object({ users: accounts }),
  }),
  waiting: endpoint({
    method: 'GET',
    path: '/user/me/accounts/unread',
    access: access.session,
    guests: true,
    summary: 'Counts the unread messages of each account linked to the caller’s',
    output: z.object({
      accounts: z.array(
        z.object({
          _id: id,
          count: z.number().int().meta({
            description:
              'Unread messages of conversations and unread mentions, as the account’s notification levels let them count.',
            example: 3,
          }),
        }),
      ),
    }),
  }),
  link: endpoint({
    method: 'POST',
    path: '/user/link-account',
    access: access.session,
    summary: 'Links another account, with its password, and a code if its two-step login is on',
    body: z.object({
      email: text(limits.email, 1).toLowerCase().meta({ example: 'camille@exemple.fr' }),
      password: z.string().min(1).max(1_000).meta({ example: 'un mot de passe sûr' }),
      code: text(20, 1).meta({ example: '482913' }).optional(),
    }),
    output: z.object({ message, users: accounts }),
    refuses: [
      'reauthentication_required',
      'link_refused',
      'otp_required',
      'otp_invalid',
      'own_account',
      'too_many_accounts',
      'banned',
      'account_suspended',
      'account_stay_over',
      'too_many_requests',
    ],
  }),
  unlink: endpoint({
    method: 'POST',
    path: '/user/unlink-account',
    access: access.session,
    summary:
      'Removes a link, for both accounts, and ends the sessions that one account opened for the other through it',
    body: z.object({ userId: id }),
    output: z.object({ message, users: accounts }),
    refuses: ['account_not_linked'],
  }),
  token: endpoint({
    method: 'POST',
    path: '/user/token/:id',
    access: access.session,
    summary: 'Opens a session for a linked account',
    params: byId,
    output: z.object({ token, user: SelfUser }),
    refuses: ['account_not_linked', 'banned', 'account_suspended', 'account_stay_over', 'too_many_requests'],
  }),
};

export const linkedAccountEvents = {
  updateAccounts: event(z.object({ _id: id, users: accounts }), 'the person whose linked accounts changed'),
};
