import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, email, id, ids, like, limits, message, password, text } from '../fields.ts';

export const Status = z.enum(['online', 'away', 'busy', 'offline']).meta({ id: 'Status' });
export type Status = z.infer<typeof Status>;

const firstName = like('Camille');
const lastName = like('Riou');
const avatar = like('/api/file/0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b05/avatar.webp').nullable();
/** Of a session. */
export const token = like('eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl');

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
      .meta({ description: 'Only with a place in common, or as administrator.' }),
    manager: like('Hélène Garnier').nullable().optional().meta({ description: 'To whom the e-mail is shown.' }),
    vacationReferee: like('Karim Benali').nullable().optional().meta({ description: 'To whom the e-mail is shown.' }),
    startHour: like('09:00').nullable().optional().meta({ description: 'To whom the e-mail is shown.' }),
    endHour: like('17:30').nullable().optional().meta({ description: 'To whom the e-mail is shown.' }),
  })
  .meta({ id: 'PublicUser', description: 'What others see of a person.' });
export type PublicUser = z.infer<typeof PublicUser>;

/** The name of somebody, by which they are led to. */
export const Named = z.object({ _id: id, firstName, lastName }).meta({ id: 'Named' });
export type Named = z.infer<typeof Named>;

/** Who a manager and a deputy are, where they have an account that may be seen; their texts say it otherwise. */
export const Contacts = z
  .object({
    manager: Named.nullable().meta({ example: null }),
    vacationReferee: Named.nullable().meta({ example: null }),
  })
  .meta({
    id: 'Contacts',
    description:
      'Who the manager and the deputy are, of those with an account whom one shares a place with, as their person does.',
  });
export type Contacts = z.infer<typeof Contacts>;

/** Every field of a person but the password. */
export const SelfUser = PublicUser.extend({
  email: like('camille@exemple.fr'),
  admin: z.boolean(),
  doubleAuthentification: z.boolean(),
  verification: z.boolean(),
  emailProven: z.boolean().meta({
    description: 'Whether the address is known to be this person’s: by a code received there, or by a provider.',
    example: true,
  }),
  otherAccounts: ids(100).meta({ description: 'Accounts linked to this one.', example: [] }),
  societyId: id.nullable().meta({ example: null }),
  manager: like('Hélène Garnier').nullable(),
  startHour: like('09:00').nullable(),
  endHour: like('17:30').nullable(),
  vacationReferee: like('Karim Benali').nullable(),
  passwordless: z
    .literal(true)
    .optional()
    .meta({ description: 'There when the account has no password: a provider opens it. It may set one.' }),
  contacts: Contacts,
  timeZone: like('Europe/Paris').optional().meta({ description: 'Where one’s clocks are, once a device has told.' }),
  notificationMail: z.boolean().meta({
    description: 'Whether mentions and messages that stay unread come by e-mail.',
    example: false,
  }),
}).meta({ id: 'SelfUser', description: 'All that a person sees of themself.' });
export type SelfUser = z.infer<typeof SelfUser>;

/** What a message or a notification says of who made it. */
export const Author = z.object({ _id: id, firstName, avatar }).meta({ id: 'Author' });
export type Author = z.infer<typeof Author>;

/** Who wrote a message; the last name is for the initials that stand for an avatar. */
export const Sender = Author.extend({ lastName }).meta({ id: 'Sender' });
export type Sender = z.infer<typeof Sender>;

/** What a login answers of a person whose code is still to come. */
export const TwoStepUser = z
  .object({
    _id: id,
    email: like('camille@exemple.fr'),
    firstName,
    doubleAuthentification: z.literal(true),
  })
  .meta({ id: 'TwoStepUser', description: 'Someone who has given their password, and is asked for a code.' });
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
    refuses: ['email_taken', 'banned', 'too_many_requests'],
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
          description: 'For 10 minutes, the bearer of /otp/sent and /otp/check, and of nothing else.',
        }),
      }),
    ]),
    refuses: ['bad_credentials', 'banned', 'too_many_requests'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/user/logout',
    access: access.session,
    summary: 'Ends this session everywhere it is open',
    output: z.object({ message }),
  }),
  verifyToken: endpoint({
    method: 'POST',
    path: '/user/verify-token',
    access: access.public,
    summary: 'Says whether a token is still good',
    /** Whatever is not a token is not a valid one: this always answers. */
    body: z
      .object({
        token: z.string().max(4_096).nullish().catch(null).meta({ example: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl' }),
      })
      .catch({ token: null }),
    output: z.object({ isValid: z.boolean().meta({ example: true }) }),
  }),
  me: endpoint({
    method: 'GET',
    path: '/user/me',
    access: access.session,
    summary: 'The person logged in',
    output: z.object({ user: SelfUser }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/user',
    access: access.session,
    summary: 'People one shares a place with (everyone, for an administrator), or those a search finds',
    query: z.object({ search: text(100).meta({ example: 'cam' }).optional(), societyId: id.optional() }),
    output: z.object({ users: z.array(PublicUser) }),
  }),
  named: endpoint({
    method: 'GET',
    path: '/user/named',
    access: access.session,
    summary: 'The names of up to 100 people, asked for at once; those there are',
    query: z.object({
      ids: z
        .string()
        .max(limits.namedPeople * 37)
        .regex(/^[0-9a-f,-]*$/i)
        .default('')
        .meta({ description: 'Ids, with commas between.', example: '0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b01' }),
    }),
    output: z.object({ users: z.array(Named) }),
  }),
  byEmail: endpoint({
    method: 'GET',
    path: '/user/email',
    access: access.public,
    summary: 'The id of the account with this e-mail, for a password reset; 20 a minute for each address',
    query: z.object({ email: text(limits.email, 1).toLowerCase().meta({ example: 'camille@exemple.fr' }) }),
    output: z.object({ user: z.object({ _id: id }) }),
    refuses: ['user_not_found', 'too_many_requests'],
  }),
  one: endpoint({
    method: 'GET',
    path: '/user/:id',
    access: access.session,
    summary: 'The public profile of a person',
    params: byId,
    output: z.object({ user: PublicUser.extend({ contacts: Contacts }) }),
    refuses: ['user_not_found'],
  }),
};

export const userEvents = {
  userUpdate: event(PublicUser, 'who shares a place with them, when their status changes'),
  updateUser: event(PublicUser, 'who shares a place with them, when their profile changes'),
  newUser: event(PublicUser, 'administrators'),
  deleteUser: event(z.object({ _id: id }), 'who shared a place with them, and administrators'),
};
