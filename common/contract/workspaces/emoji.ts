import { z } from 'zod';
import { access, endpoint, event } from '../define.ts';
import { byId, done, id, like, limits } from '../fields.ts';

/** Pattern of an emoji's name, which stands between colons. */
export const emojiName = /^[a-z0-9_+-]+$/;

/** A custom emoji of a workspace. */
export const CustomEmoji = z
  .object({
    _id: id,
    workspaceId: id,
    name: like('tilleul').meta({ description: 'Written `:tilleul:` in messages and reactions.' }),
    url: like('/api/file/0199f3c0-5a1e-7d20-9c3b-2f8e6a1d4b09/image.webp'),
  })
  .meta({ id: 'CustomEmoji', description: 'A custom emoji of a workspace.' });
export type CustomEmoji = z.infer<typeof CustomEmoji>;

export const emoji = {
  list: endpoint({
    method: 'GET',
    path: '/workspace/:id/emojis',
    access: access.member(),
    guests: true,
    summary: 'Lists the custom emoji of a workspace, by name',
    params: byId,
    output: z.object({ emojis: z.array(CustomEmoji) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/workspace/:id/emojis',
    access: access.member(),
    summary: 'Adds a custom emoji, a name and a picture, to a workspace, for people who manage it',
    params: byId,
    body: z.object({
      name: z
        .string()
        .trim()
        .toLowerCase()
        .min(2)
        .max(limits.emojiName)
        .regex(emojiName)
        .meta({ example: 'tilleul', description: 'Letters without accents, digits, « _ », « + » and « - ».' }),
    }),
    image: 'image',
    output: z.object({ emoji: CustomEmoji }),
    status: 201,
    refuses: ['forbidden', 'emoji_format', 'emoji_too_large', 'emoji_taken', 'too_many_emoji', 'too_many_requests'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/workspace/:id/emojis/:emojiId',
    access: access.member(),
    summary: 'Removes a custom emoji from a workspace; messages written with it show its name',
    params: byId.extend({ emojiId: id }),
    output: done,
    refuses: ['forbidden', 'not_found'],
  }),
};

export const emojiEvents = {
  newEmoji: event(CustomEmoji, 'members'),
  deleteEmoji: event(z.object({ _id: id, workspaceId: id }), 'members'),
};
