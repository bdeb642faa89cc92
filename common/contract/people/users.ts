import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, email, id, ids, like, limits, message, password, text } from '../fields.ts';

/** Presence status of a person. */
export const Status = z.enum(['online', 'away', 'busy', 'offline']).meta({ id: 'Status' });
export type Status = z.infer<typeof Status>;

const firstName = like('Camille');
const lastName = like('Riou');
const avatar = like('/api/file/0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b05/avatar.webp').nullable();
/** Token of a session. */
export const token = like('eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl');

const guest = z.literal(true).optional().meta({
  description: 'Present for a guest: a person from outside, who sees only what they were let into.',
});

/** A person, as other people see them. */
export const PublicUser = z
  .object({
    _id: id,
    firstName,
    lastName,
    avatar,
    status: Status,
    jobTitle: like('Cheffe de projet').nullable(),
    jobLocation: like('Rennes').nullable(),
    linkedinProfile: like('https://www.linkedin.com/in/camille-riou').nullable(),
    githubProfile: like('https://github.com/camille-riou').nullable(),
    email: like('camille@exemple.fr')
      .optional()
      .meta({ description: 'Present only if the caller shares a place with the person, or is an administrator.' }),
    manager: like('Hélène Garnier').nullable().optional().meta({ description: 'Present only with the e-mail.' }),
    vacationReferee: like('Karim Benali').nullable().optional().meta({ description: 'Present only with the e-mail.' }),
    startHour: like('09:00').nullable().optional().meta({ description: 'Present only with the e-mail.' }),
    endHour: like('17:30').nullable().optional().meta({ description: 'Present only with the e-mail.' }),
    suspended: z.literal(true).optional().meta({
      description: 'Present while the account is suspended: its person neither signs in nor receives anything.',
    }),
    guest,
  })
  .meta({ id: 'PublicUser', description: 'What others see of a person.' });
export type PublicUser = z.infer<typeof PublicUser>;

/** Id and name of a person, enough to link to their profile. */
export const Named = z.object({ _id: id, firstName, lastName }).meta({ id: 'Named' });
export type Named = z.infer<typeof Named>;

/**
 * Accounts of a person's manager and deputy; null without one that the caller may see. The profile's own texts name
 * them in any case.
 */
export const Contacts = z
  .object({
    manager: Named.nullable().meta({ example: null }),
    vacationReferee: Named.nullable().meta({ example: null }),
  })
  .meta({
    id: 'Contacts',
    description: 'Accounts of the manager and the deputy; null where there is none, or none that the caller may see.',
  });
export type Contacts = z.infer<typeof Contacts>;

/** A person, as they see themself: every field except the password. */
export const SelfUser = PublicUser.extend({
  email: like('camille@exemple.fr'),
  admin: z.boolean(),
  doubleAuthentification: z.boolean(),
  verification: z.boolean(),
  twoStepRequired: z.literal(true).optional().meta({
    description:
      'Present if this Palabre requires two-step. While `doubleAuthentification` or `verification` is false, only what sets it up answers; the rest refuses with `two_step_required`.',
  }),
  emailProven: z.boolean().meta({
    description: 'Whether the address is proven to be this person’s, by a code sent to it or by a provider.',
    example: true,
  }),
  pendingEmail: like('camille@nouvelle.fr')
    .nullable()
    .meta({ description: 'Address that waits for its code to become the person’s.', example: null }),
  otherAccounts: ids(100).meta({ description: 'Accounts linked to this one.', example: [] }),
  societyId: id.nullable().meta({ example: null }),
  manager: like('Hélène Garnier').nullable(),
  startHour: like('09:00').nullable(),
  endHour: like('17:30').nullable(),
  vacationReferee: like('Karim Benali').nullable(),
  passwordless: z.literal(true).optional().meta({
    description: 'Present if the account has no password: its person logs in with a provider, and may set a password.',
  }),
  contacts: Contacts,
  timeZone: like('Europe/Paris')
    .optional()
    .meta({ description: 'Time zone of the person, once a device has sent it.' }),
  notificationMail: z.boolean().meta({
    description: 'Whether mentions and messages that stay unread are sent by e-mail.',
    example: false,
  }),
}).meta({ id: 'SelfUser', description: 'A person, as they see themself.' });
export type SelfUser = z.infer<typeof SelfUser>;

/** The person behind a message or a notification. */
export const Author = z.object({ _id: id, firstName, avatar }).meta({ id: 'Author' });
export type Author = z.infer<typeof Author>;

/** The sender of a message; the last name gives the initials that replace a missing avatar. */
export const Sender = Author.extend({ lastName, guest }).meta({ id: 'Sender' });
export type Sender = z.infer<typeof Sender>;

/** Person who has given their password and must still give a code, in the form that the login returns. */
export const TwoStepUser = z
  .object({
    _id: id,
    email: like('camille@exemple.fr'),
    firstName,
    doubleAuthentification: z.literal(true),
  })
  .meta({ id: 'TwoStepUser', description: 'A person who has given their password and must still give a code.' });
export type TwoStepUser = z.infer<typeof TwoStepUser>;

export const users = {
  register: endpoint({
    method: 'POST',
    path: '/user/register',
    access: access.public,
    summary: 'Creates an account and logs it in',
    body: z.object({
      firstName: text(limits.name, 1).meta({ example: 'Camille' }),
      lastName: text(limits.name, 1).meta({ example: 'Riou' }),
      email,
      password,
    }),
    image: 'avatar',
    output: z.object({ token, newUser: SelfUser }),
    status: 201,
    refuses: [
      'email_taken',
      'banned',
      'registration_by_invitation',
      'registration_by_domain',
      'registration_by_approval',
      'registration_by_provider',
      'too_many_requests',
    ],
  }),
  login: endpoint({
    method: 'POST',
    path: '/user/login',
    access: access.public,
    summary: 'Opens a session',
    body: z.object({
      email: text(limits.email, 1).toLowerCase().meta({ example: 'camille@exemple.fr' }),
      password: z.string().min(1).max(1_000).meta({ example: 'un mot de passe sûr' }),
    }),
    output: z.union([
      z.object({ token, user: SelfUser }),
      z.object({
        token: z.null(),
        user: TwoStepUser,
        pending: like('kZ3yPq0v7mB1nT5xW9dRj2sLfHcA8uEo4iGgVtQaYwM').meta({
          description: 'Bearer token for /otp/sent and /otp/check only, valid for 10 minutes.',
        }),
      }),
    ]),
    refuses: ['bad_credentials', 'banned', 'account_suspended', 'account_stay_over', 'too_many_requests'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/user/logout',
    access: access.session,
    guests: true,
    beforeTwoStep: true,
    summary: 'Ends the current session, in every tab that uses it',
    output: z.object({ message }),
  }),
  verifyToken: endpoint({
    method: 'POST',
    path: '/user/verify-token',
    access: access.public,
    summary: 'Tells whether a token is still valid',
    /** Malformed input counts as an invalid token, so that the endpoint always answers. */
    body: z
      .object({
        token: z.string().max(4_096).nullish().catch(null).meta({ example: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' }),
      })
      .catch({ token: null }),
    output: z.object({
      isValid: z.boolean().meta({ example: true }),
      suspended: z.literal(true).optional().meta({ description: 'Present if the account of the token is suspended.' }),
      stayOver: z
        .literal(true)
        .optional()
        .meta({ description: 'Present if the token is of a guest whose stay is over.' }),
    }),
  }),
  me: endpoint({
    method: 'GET',
    path: '/user/me',
    access: access.session,
    guests: true,
    beforeTwoStep: true,
    summary: 'Reads the caller',
    output: z.object({ user: SelfUser }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/user',
    access: access.session,
    guests: true,
    summary:
      'Lists people who share a place with the caller (everyone, for an administrator), or the people a search finds',
    query: z.object({ search: text(limits.listSearch).meta({ example: 'cam' }).optional(), societyId: id.optional() }),
    output: z.object({ users: z.array(PublicUser) }),
  }),
  named: endpoint({
    method: 'GET',
    path: '/user/named',
    access: access.session,
    guests: true,
    summary: 'Reads the names of up to 100 people; ids without an account are left out',
    query: z.object({
      ids: z
        .string()
        .max(limits.namedPeople * 37)
        .regex(/^[0-9a-f,-]*$/i)
        .default('')
        .meta({ description: 'Ids, separated by commas.', example: '0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b01' }),
    }),
    output: z.object({ users: z.array(Named) }),
  }),
  byEmail: endpoint({
    method: 'GET',
    path: '/user/email',
    access: access.public,
    summary:
      'Finds the id of the account with this e-mail, for a password reset; 20 requests a minute for each IP address',
    query: z.object({ email: text(limits.email, 1).toLowerCase().meta({ example: 'camille@exemple.fr' }) }),
    output: z.object({ user: z.object({ _id: id }) }),
    refuses: ['user_not_found', 'too_many_requests'],
  }),
  one: endpoint({
    method: 'GET',
    path: '/user/:id',
    access: access.session,
    guests: true,
    summary: 'Reads the public profile of a person',
    params: byId,
    output: z.object({ user: PublicUser.extend({ contacts: Contacts }) }),
    refuses: ['user_not_found'],
  }),
};

export const userEvents = {
  userUpdate: event(PublicUser, 'people who share a place with the person, when their status changes'),
  updateUser: event(PublicUser, 'people who share a place with the person, when their profile changes'),
  newUser: event(PublicUser, 'administrators'),
  deleteUser: event(z.object({ _id: id }), 'people who shared a place with the person, and administrators'),
};
