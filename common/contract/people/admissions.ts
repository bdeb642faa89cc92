import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { byId, done, email, id, like, limits, lines, password, text, time } from '../fields.ts';
import { SelfUser, token } from './users.ts';

const firstName = text(limits.name, 1).meta({ example: 'Zoé' });
const lastName = text(limits.name, 1).meta({ example: 'Lambert' });
const address = like('zoe@exemple.fr');

/** Request for an account that waits for an administrator. */
export const AdmissionRequest = z
  .object({
    _id: id,
    email: address,
    firstName: like('Zoé'),
    lastName: like('Lambert'),
    message: like('Je rejoins l’équipe du chantier nord.'),
    createdAt: time,
  })
  .meta({ id: 'AdmissionRequest' });
export type AdmissionRequest = z.infer<typeof AdmissionRequest>;

const byToken = z.object({ token: text(100, 1).meta({ example: 'kZ3yPq0v7mB1nT5xW9dRj2sLfHcA8uEo4iGgVtQaYwM' }) });
const cursor = id.meta({ description: 'Id of the last request of the previous page.' });

export const admissions = {
  ask: endpoint({
    method: 'POST',
    path: '/registration',
    access: access.public,
    summary:
      'Asks for an account where registering needs a listed domain (a link is mailed) or an approval; the answer is the same for every address',
    body: z.object({
      email,
      firstName: firstName.optional(),
      lastName: lastName.optional(),
      message: lines(limits.description).default('').meta({ example: 'Je rejoins l’équipe du chantier nord.' }),
    }),
    output: done,
    refuses: ['forbidden', 'too_many_requests'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/registration/:token',
    access: access.public,
    summary: 'Reads the right to make an account by the token of its mail',
    params: byToken,
    output: z.object({ pass: z.object({ email: address, firstName: like('Zoé'), lastName: like('Lambert') }) }),
    refuses: ['registration_link', 'too_many_requests'],
  }),
  register: endpoint({
    method: 'POST',
    path: '/registration/:token',
    access: access.public,
    summary: 'Creates the account of a mailed link, which proves its address, and logs it in',
    params: byToken,
    body: z.object({ firstName, lastName, password }),
    image: 'avatar',
    output: z.object({ token, newUser: SelfUser }),
    status: 201,
    refuses: [
      'registration_link',
      'email_taken',
      'banned',
      'registration_by_domain',
      'registration_by_approval',
      'registration_by_invitation',
      'registration_by_provider',
      'too_many_requests',
    ],
  }),
  requests: endpoint({
    method: 'GET',
    path: '/admin/registration-requests',
    access: access.administrator,
    summary: 'Lists the requests for an account that wait, newest first',
    query: z.object({
      search: text(limits.listSearch).meta({ example: 'zoe' }).optional(),
      limit: z.coerce.number().int().min(1).max(limits.pageMax).default(limits.pageDefault).meta({ example: 50 }),
      cursor: cursor.optional(),
    }),
    output: z.object({ requests: z.array(AdmissionRequest), nextCursor: cursor.nullable() }),
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/admin/registration-request/:id',
    access: access.administrator,
    summary: 'Approves a request for an account, or refuses it; its person is told by mail',
    params: byId,
    body: z.object({ approve: z.boolean().meta({ example: true }) }),
    output: done,
  }),
};
