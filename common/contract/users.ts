import { z } from 'zod';
import { access, endpoint, event } from './define.ts';
import { byId, email, id, ids, limits, message, password, text } from './fields.ts';

export const Status = z.enum(['online', 'away', 'busy', 'offline']);
export type Status = z.infer<typeof Status>;

/** What others see of a person. `email` only with a place in common, or as administrator. */
export const PublicUser = z.object({
  _id: id,
  firstName: z.string(),
  lastName: z.string(),
  avatar: z.string().nullable(),
  status: Status,
  jobTitle: z.string().nullable(),
  jobLocation: z.string().nullable(),
  linkedinProfile: z.string().nullable(),
  githubProfile: z.string().nullable(),
  email: z.string().optional(),
});
export type PublicUser = z.infer<typeof PublicUser>;

/** All that a person sees of themself: every field of spec 1 §3 but the password. */
export const SelfUser = PublicUser.extend({
  email: z.string(),
  admin: z.boolean(),
  doubleAuthentification: z.boolean(),
  verification: z.boolean(),
  otherAccounts: ids(100),
  societyId: id.nullable(),
  manager: z.string().nullable(),
  startHour: z.string().nullable(),
  endHour: z.string().nullable(),
  vacationReferee: z.string().nullable(),
});
export type SelfUser = z.infer<typeof SelfUser>;

/** What a message or a notification says of who made it. */
export const Author = z.object({ _id: id, firstName: z.string(), avatar: z.string().nullable() });
export type Author = z.infer<typeof Author>;

/** Who wrote a message; the last name is for the initials that stand for an avatar. */
export const Sender = Author.extend({ lastName: z.string() });
export type Sender = z.infer<typeof Sender>;

export const users = {
  register: endpoint({
    method: 'POST',
    path: '/user/register',
    access: access.public,
    summary: 'Creates an account and logs it in',
    body: z.object({ firstName: text(limits.name, 1), lastName: text(limits.name, 1), email, password }),
    image: 'avatar',
    output: z.object({ token: z.string(), newUser: SelfUser }),
    status: 201,
  }),
  login: endpoint({
    method: 'POST',
    path: '/user/login',
    access: access.public,
    summary: 'Opens a session',
    body: z.object({ email: text(limits.email, 1).toLowerCase(), password: z.string().min(1).max(1_000) }),
    output: z.object({ token: z.string().nullable(), user: SelfUser }),
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
    body: z.object({ token: z.string().max(4_096).nullish().catch(null) }).catch({ token: null }),
    output: z.object({ isValid: z.boolean() }),
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
    query: z.object({ search: text(100).optional(), societyId: id.optional() }),
    output: z.object({ users: z.array(PublicUser) }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/user/:id',
    access: access.session,
    summary: 'The public profile of a person',
    params: byId,
    output: z.object({ user: PublicUser }),
  }),
};

export const userEvents = {
  userUpdate: event(PublicUser, 'who shares a place with them, when their status changes'),
  updateUser: event(PublicUser, 'who shares a place with them, when their profile changes'),
  newUser: event(PublicUser, 'administrators'),
  deleteUser: event(z.object({ _id: id }), 'who shared a place with them'),
};
