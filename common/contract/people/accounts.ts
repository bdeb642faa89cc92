import { z } from 'zod';
import { isHour } from '../../rules/hours.ts';
import { githubLink, linkedinLink } from '../../rules/profile-links.ts';
import { access, endpoint } from '../define.ts';
import { byId, done, flag, id, like, limits, optional, password, text, time, zoneName } from '../fields.ts';
import type { IssueCode } from '../issues.ts';
import { typedCode } from './otp.ts';
import { SelfUser } from './users.ts';

const issue = (code: IssueCode) => code;

/** Absent: it stays. `null` or an empty text, as a form carries it: it is cleared. */
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

/** Somebody one shares a place with, whose name then takes the place of the text; null or empty: it is a text alone. */
const person = optional(z.union([id, z.literal('')])).meta({
  description:
    'Whom the text names: somebody one shares a place with, whose name it becomes. Null or empty, or another text: nobody’s account.',
  example: null,
});

/** A session as its person sees it in the list of theirs. */
export const SessionRow = z
  .object({
    _id: id,
    device: like('Firefox · Windows').nullable().meta({ description: 'What it was opened with, when that is known.' }),
    address: like('192.0.2.10')
      .nullable()
      .meta({ description: 'Its place on the network, where it was last used; an IPv6 one by its /64.' }),
    createdAt: time,
    seenAt: time.meta({ description: 'When it was last used, to a few minutes.' }),
    current: z.boolean().meta({ description: 'Whether it is the one that asks.' }),
  })
  .meta({ id: 'Session' });
export type SessionRow = z.infer<typeof SessionRow>;

export const accounts = {
  update: endpoint({
    method: 'PUT',
    path: '/user/:id',
    access: access.self,
    summary: 'Changes one’s own profile; what is left out stays, null or an empty text clears',
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
        flag.meta({ description: 'Turned on, it waits for its code (POST /otp/check).', example: true }),
      ),
      verification: optional(
        flag.meta({ description: 'Only false says something: the code is asked for again.', example: false }),
      ),
      timeZone: optional(zoneName.meta({ description: 'Where one’s clocks are: mails say times so.' })),
      notificationMail: optional(
        flag.meta({
          description: 'Mentions and messages still unread after 15 minutes come by e-mail, one an hour at most.',
          example: true,
        }),
      ),
      avatar: z
        .union([z.null(), z.literal('')])
        .optional()
        .catch(undefined)
        .meta({ description: 'Null or empty removes the picture; a new one comes as a file.', example: null }),
    }),
    image: 'avatar',
    output: z.object({ user: SelfUser }),
    refuses: ['mails_refused', 'reauthentication_required', 'user_not_found'],
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/user/:id/change-password',
    access: access.self,
    summary:
      'Changes one’s own password, which ends one’s other sessions; an account without one sets it by a code (POST /otp/sent)',
    params: byId,
    body: z.object({
      oldPassword: optional(z.string().min(1).max(1_000)).meta({
        description: 'Needed when the account has a password.',
        example: 'un mot de passe sûr',
      }),
      code: optional(typedCode).meta({ description: 'Needed when it has none.' }),
      newPassword: password,
    }),
    output: done,
    refuses: ['wrong_password', 'otp_required', 'otp_incorrect'],
  }),
  reauthenticate: endpoint({
    method: 'POST',
    path: '/user/me/reauthenticate',
    access: access.session,
    summary:
      'Says again who one is, by one’s password or a code (POST /otp/sent): for 15 minutes, with the same device, changes that last are not refused with `reauthentication_required`',
    body: z.object({
      password: optional(z.string().min(1).max(1_000)).meta({ example: 'un mot de passe sûr' }),
      code: optional(typedCode).meta({ description: 'In place of the password.' }),
    }),
    output: done,
    refuses: ['wrong_password', 'otp_incorrect', 'too_many_requests'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/user/me/sessions',
    access: access.session,
    summary: `One’s own sessions, this one first, then the last used; ${limits.sessionsListed} at most`,
    output: z.object({ sessions: z.array(SessionRow) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/user/me/sessions/:id',
    access: access.ownSession(),
    summary: 'Ends one of one’s own sessions, everywhere it is open',
    params: byId,
    output: done,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/user/me/sessions',
    access: access.session,
    summary: 'Ends all of one’s own sessions but this one',
    output: done,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/user/:id',
    access: access.session,
    summary:
      'Deletes an account: one’s own, or anyone’s as administrator. Messages stay without their author, or are blanked',
    params: byId,
    body: z.object({
      password: optional(z.string().min(1).max(1_000)).meta({
        description: 'Needed when the session is older than 15 minutes.',
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
