import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, done, id, ids, like, limits, message, optional, text } from '../fields.ts';
import { PublicUser } from '../people/users.ts';

/** Visibilities of a channel. */
export const visibilities = ['public', 'protected', 'private'] as const;
/** Visibility of a channel. */
export type Visibility = (typeof visibilities)[number];

/** Schema of a visibility that turns any unknown value into `public`. */
const anyVisibility = z
  .unknown()
  .transform((value): Visibility => visibilities.find(visibility => visibility === value) ?? 'public')
  .meta({ description: 'public, protected or private; anything else is public.', example: 'protected' });

/** Channel of a workspace, in one member's view. */
export const Channel = z
  .object({
    _id: id,
    title: like('général'),
    visibility: z.enum(visibilities),
    workspaceId: id,
    users: z.array(id).meta({
      description: 'Ids of the people who may see a private channel; empty for a channel that every member sees.',
      example: [],
    }),
    keptRole: id.nullable().meta({
      description:
        'Id of the role that a private channel gives to people let in one by one; null until somebody is let in.',
      example: null,
    }),
    position: z.number().int().meta({
      description:
        'Index of the channel among the workspace’s channels that the caller sees, from 0. When a channel appears or disappears, the index of those after it shifts by one, without an event for each.',
      example: 0,
    }),
  })
  .meta({ id: 'Channel' });
export type Channel = z.infer<typeof Channel>;

/** People that one call adds or removes. People already in the channel, or not in it, are skipped. */
const someone = ids(100);

const title = text(limits.title, 1).meta({ example: 'recettes' });

export const channels = {
  list: endpoint({
    method: 'GET',
    path: '/channel',
    access: access.session,
    guests: true,
    summary: 'Lists all channels that the caller may see, in all their workspaces',
    output: z.object({ channels: z.array(Channel) }),
  }),
  ofWorkspace: endpoint({
    method: 'GET',
    path: '/workspace/:id/channels',
    access: access.member(),
    guests: true,
    summary: 'Lists the channels of a workspace that the caller may see, in order',
    params: byId,
    output: z.object({ channels: z.array(Channel) }),
  }),
  one: endpoint({
    method: 'GET',
    path: '/channel/:id',
    access: access.channel(),
    guests: true,
    summary: 'Reads a channel',
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
    summary: 'Lets members into a private channel one by one, and removes people let in that way',
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
    summary: 'Sets the order of a workspace’s channels, for everyone',
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
    guests: true,
    summary: 'Lists the people who may see a channel',
    params: byId,
    output: z.object({ users: z.array(PublicUser) }),
  }),
};

export const channelEvents = {
  newChannel: event(Channel, 'people who may see the channel, including people who have just gained the right'),
  updateChannel: event(Channel, 'people who may see the channel'),
  deleteChannel: event(
    z.object({ _id: id, workspaceId: id }),
    'people who could see the channel, including people who have just lost the right',
  ),
};
