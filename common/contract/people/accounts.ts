import { z } from 'zod';
import { isHour } from '../../rules/hours.ts';
import { githubLink, linkedinLink } from '../../rules/people/profile-links.ts';
import { access, endpoint } from '../define.ts';
import { byId, done, flag, id, like, limits, optional, password, text, time, zoneName } from '../fields.ts';
import type { IssueCode } from '../issues.ts';
import { typedCode } from './otp.ts';
import { SelfUser } from './users.ts';

const issue = (code: IssueCode) => code;

/** Profile text: absent leaves it unchanged; `null`, or a form's empty text, clears it. */
const clearable = (example: string) => optional(text(limits.profileField).meta({ example }));
const hour = (example: string) =>
  optional(
    text(5)
      .refine(value => value === '' || isHour(value), issue('hour'))
      .meta({ example, description: 'HH:MM' }),
  );
const link = (example: string, read: (text: string) => string | null, code: IssueCode) =>
  optional(
    text(limits.link)
      .refine(value => value === '' || read(value) !== null, issue(code))
      .meta({ example }),
  );

/**
 * Id of a person who shares a place with the caller; their name replaces the text. `null` or empty: only the text
 * counts.
 */
const person = optional(z.union([id, z.literal('')])).meta({
  description:
    'Account of the person that the text names, who must share a place with the caller; the text becomes their name. null or empty, or a later change of the text alone: no account.',
  example: null,
});

/** A session, as its person's list of sessions shows it. */
export const SessionRow = z
  .object({
    _id: id,
    device: like('Firefox · Windows')
      .nullable()
      .meta({ description: 'Browser and system that opened the session, if known.' }),
    address: like('192.0.2.10').nullable().meta({ description: 'IP address of its last use; for IPv6, the /64.' }),
    createdAt: time,
    seenAt: time.meta({ description: 'Time of its last use, to within a few minutes.' }),
    current: z.boolean().meta({ description: 'Whether this is the session of the request.' }),
  })
  .meta({ id: 'Session' });
export type SessionRow = z.infer<typeof SessionRow>;

export const accounts = {
  update: endpoint({
    method: 'PUT',
    path: '/user/:id',
    access: access.self,
    guests: true,
    beforeTwoStep: ['doubleAuthentification'],
    summary: 'Changes the caller’s profile; omitted fields stay, null or an empty text clears a field',
    params: byId,
    body: z.object({
      firstName: optional(text(limits.name, 1).meta({ example: 'Camille' })),
      lastName: optional(text(limits.name, 1).meta({ example: 'Riou' })),
      jobTitle: clearable('Cheffe de projet'),
      jobLocation: clearable('Rennes'),
      manager: clearable('Hélène Garnier'),
      vacationReferee: clearable('Karim Benali'),
      managerId: person,
      vacationRefereeId: person,
      startHour: hour('09:00'),
      endHour: hour('17:30'),
      linkedinProfile: link('https://www.linkedin.com/in/camille-riou', linkedinLink, 'linkedin_link'),
      githubProfile: link('https://github.com/camille-riou', githubLink, 'github_link'),
      doubleAuthentification: optional(
        flag.meta({
          description: 'Once turned on, it must be confirmed with a code (POST /otp/check).',
          example: true,
        }),
      ),
      verification: optional(
        flag.meta({ description: 'Only false has an effect: a code is required again.', example: false }),
      ),
      timeZone: optional(zoneName.meta({ description: 'Time zone of the caller, for times in e-mails.' })),
      notificationMail: optional(
        flag.meta({
          description:
            'Whether mentions and messages still unread after 15 minutes are sent by e-mail, one e-mail an hour at most.',
          example: true,
        }),
      ),
      avatar: z
        .union([z.null(), z.literal('')])
        .optional()
        .catch(undefined)
        .meta({ description: 'null or empty removes the picture; a new picture is sent as a file.', example: null }),
    }),
    image: 'avatar',
    output: z.object({ user: SelfUser }),
    refuses: ['mails_refused', 'reauthentication_required', 'two_step_kept', 'user_not_found'],
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/user/:id/change-password',
    access: access.self,
    guests: true,
    summary:
      'Changes the caller’s password and ends their other sessions; an account without a password sets one with a code (POST /otp/sent)',
    params: byId,
    body: z.object({
      oldPassword: optional(z.string().min(1).max(1_000)).meta({
        description: 'Required if the account has a password.',
        example: 'un mot de passe sûr',
      }),
      code: optional(typedCode).meta({ description: 'Required if the account has no password.' }),
      newPassword: password,
    }),
    output: done,
    refuses: ['wrong_password', 'otp_required', 'otp_incorrect'],
  }),
  reauthenticate: endpoint({
    method: 'POST',
    path: '/user/me/reauthenticate',
    access: access.session,
    guests: true,
    beforeTwoStep: true,
    summary:
      'Confirms the caller’s identity, by password or by a code (POST /otp/sent). For 15 minutes, on the same device, sensitive changes are no longer refused with `reauthentication_required`',
    body: z.object({
      password: optional(z.string().min(1).max(1_000)).meta({ example: 'un mot de passe sûr' }),
      code: optional(typedCode).meta({ description: 'Instead of the password.' }),
    }),
    output: done,
    refuses: ['wrong_password', 'otp_incorrect', 'too_many_requests'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/user/me/sessions',
    access: access.session,
    guests: true,
    beforeTwoStep: true,
    summary: `Lists the caller’s sessions: the current one, then the others by last use; ${limits.sessionsListed} at most`,
    output: z.object({ sessions: z.array(SessionRow) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/user/me/sessions/:id',
    access: access.ownSession(),
    guests: true,
    beforeTwoStep: true,
    summary: 'Ends a session of the caller’s, in every tab that uses it',
    params: byId,
    output: done,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/user/me/sessions',
    access: access.session,
    guests: true,
    beforeTwoStep: true,
    summary: 'Ends all the caller’s sessions except the current one',
    output: done,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/:id',
    access: access.session,
    guests: true,
    summary:
      'Deletes an account: the caller’s own, or any account for an administrator. Its messages stay without their author, or are blanked',
    params: byId,
    body: z.object({
      password: optional(z.string().min(1).max(1_000)).meta({
        description: 'Required if the session is older than 15 minutes.',
        example: 'un mot de passe sûr',
      }),
      messages: optional(z.enum(['keep', 'erase'])).meta({ example: 'keep' }),
    }),
    output: done,
    refuses: [
      'forbidden',
      'reauthentication_required',
      'wrong_password',
      'user_not_found',
      'last_administrator',
      'too_many_requests',
    ],
  }),
};
