import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { byId } from '../fields.ts';
import { Message } from './messages.ts';

const pinned = z.object({
  messages: z.array(Message),
  seq: z.number().int().meta({ description: 'seq of the place’s last change when the pins were read.', example: 42 }),
});

export const pins = {
  pin: endpoint({
    method: 'POST',
    path: '/message/:id/pin',
    access: access.message(),
    guests: true,
    summary: 'Pins a message in its place',
    params: byId,
    output: z.object({ message: Message }),
    refuses: ['too_many_pins', 'reply_not_pinned', 'too_many_requests'],
  }),
  unpin: endpoint({
    method: 'PUT',
    path: '/message/:id/unpin',
    access: access.message(),
    guests: true,
    summary: 'Unpins a message',
    params: byId,
    output: z.object({ message: Message }),
    refuses: ['too_many_requests'],
  }),
  ofChannel: endpoint({
    method: 'GET',
    path: '/channel/:id/pinnedMessages',
    access: access.channel(),
    guests: true,
    summary: 'Lists the pinned messages of a channel, last pinned first',
    params: byId,
    output: pinned,
  }),
  ofConversation: endpoint({
    method: 'GET',
    path: '/conversation/:id/pinnedMessages',
    access: access.conversation(),
    guests: true,
    summary: 'Lists the pinned messages of a conversation, last pinned first',
    params: byId,
    output: pinned,
  }),
};
