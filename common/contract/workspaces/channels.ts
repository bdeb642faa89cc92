import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, done, id, ids, like, limits, message, optional, text } from '../fields.ts';
import { PublicUser } from '../people/users.ts';

export const visibilities = ['public', 'protected', 'private'] as const;
export type Visibility = (typeof visibilities)[number];

/** Any value outside the three becomes public. */
const anyVisibility = z
  .unknown()
  .transform((value): Visibility => visibilities.find(visibility => visibility === value) ?? 'public')
  .meta({ description: 'public, protected or private; anything else is public.', example: 'protected' });

export const Channel = z
  .object({
    _id: id,
    title: like('général'),
    visibility: z.enum(visibilities),
    workspaceId: id,
    users: z
      .array(id)
      .meta({ description: 'Who may see a private channel; empty for a channel that every member sees.', example: [] }),
    keptRole: id.nullable().meta({
      description:
        'The role that a private channel keeps for those who were let in one by one; null until somebody is.',
      example: null,
    }),
    position: z.number().int().meta({
      description:
        'Its place among those one sees of the workspace, from 0. When one comes or goes, those behind it move by one, and no event tells of each.',
      example: 0,
    }),
  })
  .meta({ id: 'Channel' });
export type Channel = z.infer<typeof Channel>;

/** People of one call; those who are there already, or are not, are passed over. */
const someone = ids(100);

const title = text(limits.title, 1).meta({ example: 'recettes' });

export const channels = {
  list: endpoint({
    method: 'GET',
    path: '/channel',
    access: access.session,
    summary: 'All channels one may see, in all workspaces one is in',
    output: z.object({ channels: z.array(Channel) }),
  }),
  ofWorkspace: endpoint({
    method: 'GET',
    path: '/workspace/:id/channels',
    access: access.member(),
    summary: 'The channels of a workspace that one may see, in their order',
    params: byId,
    output: z.object({ channels: z.array(Channel) }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/channel/:id',
    access: access.channel(),
    summary: 'A channel',
    params: byId,
    output: z.object({ channel: Channel }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/channel',
    access: access.member('body.workspaceId'),
    summary: 'Creates a channel',
    body: z.object({ title, visibility: anyVisibility.optional(), workspaceId: id }),
    output: z.object({ message, channel: Channel }),
    status: 201,
    refuses: ['forbidden', 'too_many_channels', 'too_many_requests'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/channel/:id',
    access: access.channel(),
    summary: 'Renames a channel or changes its visibility',
    params: byId,
    body: z.object({ title: title.optional(), visibility: optional(z.enum(visibilities)) }),
    output: z.object({ channel: Channel }),
    refuses: ['forbidden', 'welcome_channel'],
  }),
  letIn: endpoint({
    method: 'PUT',
    path: '/channel/:id/people',
    access: access.channel(),
    summary: 'Lets members into a private channel, and takes out those who were let in so',
    params: byId,
    body: z.object({
      add: someone.meta({ example: ['0199f3c0-0000-7000-8000-000000000001'] }).optional(),
      remove: someone.optional(),
    }),
    output: z.object({ channel: Channel }),
    refuses: ['forbidden', 'not_private', 'not_member', 'rank_too_low', 'too_many_roles', 'too_many_requests'],
  }),
  order: endpoint({
    method: 'PUT',
    path: '/workspace/:id/channels',
    access: access.member(),
    summary: 'Puts the channels in this order, for everyone',
    params: byId,
    body: z.object({ channels: ids(limits.channelsPerWorkspace) }),
    output: z.object({ channels: z.array(Channel) }),
    refuses: ['forbidden'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/channel/:id',
    access: access.channel(),
    summary: 'Deletes a channel and its messages',
    params: byId,
    output: done,
    refuses: ['forbidden', 'welcome_channel'],
  }),
  users: endpoint({
    method: 'GET',
    path: '/channel/:id/users',
    access: access.channel(),
    summary: 'People who may see a channel',
    params: byId,
    output: z.object({ users: z.array(PublicUser) }),
  }),
};

export const channelEvents = {
  newChannel: event(Channel, 'who may see it; also who has just gained the right'),
  updateChannel: event(Channel, 'who may see it'),
  deleteChannel: event(z.object({ _id: id, workspaceId: id }), 'who could see it; also who has just lost the right'),
};
