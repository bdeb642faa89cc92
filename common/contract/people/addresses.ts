import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { byId, done, email, message } from '../fields.ts';
import { typedCode } from './otp.ts';
import { SelfUser } from './users.ts';

const wanted = z.object({ email });
const code = z.object({ otp: typedCode });
const sent = z.object({ message });
const wrong = ['otp_incorrect', 'email_taken', 'banned', 'address_not_accepted', 'too_many_requests'] as const;

/** Hours for which the code of a change of address is good. */
export const addressCodeHours = 1;

/** Changes of the address of an account; each is proven by a code mailed to the new address. */
export const addresses = {
  change: endpoint({
    method: 'PUT',
    path: '/user/me/address',
    access: access.session,
    summary:
      'Asks to change the caller’s address: a code is mailed to the new one, unless it is banned or has an account, which the answer does not tell',
    body: wanted,
    output: sent,
    refuses: ['reauthentication_required', 'same_address', 'address_not_accepted', 'too_many_requests'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/user/me/address',
    access: access.session,
    summary:
      'Changes the caller’s address, with the code mailed to the new one. Other sessions and links end; the old address is told',
    body: code,
    output: z.object({ message, user: SelfUser }),
    status: 200,
    refuses: wrong,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/user/me/address',
    access: access.session,
    summary: 'Gives up a change of the caller’s address',
    output: done,
  }),
  changeOf: endpoint({
    method: 'PUT',
    path: '/admin/users/:id/address',
    access: access.administrator,
    summary:
      'Asks to change the address of somebody else, who is told by mail at their present one: a code is mailed to the new one',
    params: byId,
    body: wanted,
    output: sent,
    refuses: [
      ...(['reauthentication_required', 'user_not_found', 'address_change_refused', 'same_address'] as const),
      ...(['email_taken', 'banned', 'too_many_requests'] as const),
    ],
  }),
  confirmOf: endpoint({
    method: 'POST',
    path: '/admin/users/:id/address',
    access: access.administrator,
    summary: 'Changes the address of somebody who has told the code mailed to the new one; all of their sessions end',
    params: byId,
    body: code,
    output: sent,
    status: 200,
    refuses: ['user_not_found', 'address_change_refused', ...wrong],
  }),
};
