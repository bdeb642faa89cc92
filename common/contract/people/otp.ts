import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { byId, done, email, id, like, limits, message, password, text } from '../fields.ts';
import { SelfUser } from './users.ts';

/** Purposes of a one-time code: two-step sign-in, or proof that an e-mail address is the person's own. */
export const otpOptions = ['2FA', 'email'] as const;

/** A code as typed. A text that can't be a code is accepted here, and is then a wrong code. */
export const typedCode = z
  .union([text(20), z.number().transform(code => String(code).padStart(limits.codeLength, '0'))])
  .meta({ example: '482913' });

const opaque = like('kZ3yPq0v7mB1nT5xW9dRj2sLfHcA8uEo4iGgVtQaYwM');

export const otp = {
  sent: endpoint({
    method: 'POST',
    path: '/otp/sent',
    access: access.public,
    summary:
      'Sends a code by e-mail: to complete a login (bearer: its `pending`), to verify two-step (bearer: a session), or else for a password reset, if p_id and p_email belong to the same account',
    body: z.object({ p_id: id, p_email: email }),
    output: z.object({ message }),
    refuses: ['unauthorized', 'session_suspended', 'session_stay_over', 'forbidden', 'too_many_requests'],
  }),
  check: endpoint({
    method: 'POST',
    path: '/otp/check',
    access: access.public,
    summary:
      'Checks a code. `2FA` completes a login (bearer: its `pending`) or verifies two-step (bearer: a session); `email` proves the caller’s address (bearer: a session), or without a session gives the right to choose a new password',
    body: z.object({ p_id: id, p_otp: typedCode, p_option: z.enum(otpOptions) }),
    output: z.object({
      status: z.literal('success'),
      token: like('eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl')
        .optional()
        .meta({ description: 'Session token, when the code completes a login.' }),
      user: SelfUser.optional().meta({ description: 'With `2FA`, or with a session.' }),
      resetToken: opaque.optional().meta({
        description: 'With `email`, without a session: token for `/reset-password`, usable once, for 10 minutes.',
      }),
    }),
    refuses: [
      ...([
        'unauthorized',
        'session_suspended',
        'session_stay_over',
        'forbidden',
        'otp_invalid',
        'otp_incorrect',
        'otp_reset',
      ] as const),
      ...(['banned', 'account_suspended', 'account_stay_over', 'too_many_requests'] as const),
    ],
  }),
  resetPassword: endpoint({
    method: 'PUT',
    path: '/user/:id/reset-password',
    access: access.public,
    summary: 'Sets a new password, with the `resetToken` of `/otp/check`, and ends all sessions of the account',
    params: byId,
    body: z.object({ newPassword: password, resetToken: z.string().max(200).optional().meta({ example: 'kZ3y…' }) }),
    output: done,
    refuses: ['reset_refused', 'account_suspended', 'account_stay_over', 'too_many_requests'],
  }),
};
