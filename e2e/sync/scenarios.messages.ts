import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { localTimeOf } from '@palabre/common/rules/local-times.ts';
import type { Person } from '../../server/test/harness.ts';
import { write } from '../../server/test/people/talk.ts';
import { post } from '../../server/test/people/world.ts';
import { keeps, now, type Scenario } from './scenario.ts';

const react = (person: Person, { _id: id }: Message, reaction = '👍') =>
  person.ok(api.reactions.add, { params: { id }, body: { reaction } });
const answer = (person: Person, place: { channelId: string } | { conversationId: string }, { _id: replyTo }: Message) =>
  person.ok(api.messages.send, { body: { ...place, content: 'En effet.', replyTo } });
const reply = async (person: Person, { _id: threadOf }: Message, content = 'En fil.', more = {}) =>
  (await person.ok(api.messages.send, { body: { threadOf, content, ...more } })).message;
const pin = (person: Person, { _id: id }: Message) => person.ok(api.pins.pin, { params: { id } });

const later = () => ({ localTime: localTimeOf(Date.now() + 3_600_000, 'UTC'), zone: 'UTC' });
const schedule = async (person: Person, { _id: channelId }: { _id: string }, content = 'Bonjour à tous.') =>
  (await person.ok(api.scheduled.create, { body: { channelId, content, ...later(), nonce: randomUUID() } })).scheduled;
const remind = async (person: Person, { _id: id }: Message) =>
  (await person.ok(api.scheduled.remind, { params: { id }, body: { ...later(), nonce: randomUUID() } })).scheduled;

/** Scenarios of messages. */
export const ofMessages: Record<string, Record<string, Scenario>> = {
  'messages.send': {
    'in an open channel': keeps(now(({ member, open }) => post(member, open, 'Bonjour à tous'))),
    'in a private channel': keeps(now(({ owner, private: hidden }) => post(owner, hidden, 'Entre nous'))),
    'that calls someone, a role and everyone': keeps(
      now(async ({ owner, member, crew, open, talk }) => {
        await post(member, open, `<@${owner.id}> et <@everyone>`);
        await post(owner, open, `<@&${crew._id}>, puis <@everyone>`);
        await write(owner, talk, `<@${member.id}> midi ?`);
      }),
    ),
    'that answers someone': keeps(
      now(async ({ owner, holder, open, talk, messages }) => {
        await answer(owner, { channelId: open._id }, messages.member);
        await answer(holder, { conversationId: talk._id }, messages.talk);
      }),
    ),
    'in a thread': keeps(
      now(async ({ owner, member, holder, messages }) => {
        await reply(owner, messages.member);
        await reply(holder, messages.member, `<@${member.id}>, et toi ?`);
        await reply(holder, messages.private);
        await reply(holder, messages.talk);
      }),
    ),
    'in a thread, shown in the channel too': keeps(
      now(({ owner, messages }) => reply(owner, messages.member, 'Pour tous.', { alsoInPlace: true })),
    ),
    'in a conversation': keeps(now(({ holder, talk }) => write(holder, talk, 'Va pour 13 h.'))),
    'in a conversation that was hidden': keeps(async ({ owner, holder, pair }) => {
      await holder.ok(api.conversations.remove, { params: { id: pair._id } });
      return () => write(owner, pair, 'Tu es là ?');
    }),
    'with files': keeps(
      now(({ member, open }) =>
        member.ok(api.messages.send, {
          body: { channelId: open._id, content: 'Le plan' },
          files: [{ bytes: Buffer.from('rez-de-chaussée'), name: 'plan.txt' }],
        }),
      ),
    ),
    'many at once': keeps(
      now(({ owner, member, open }) =>
        Promise.all(Array.from({ length: 30 }, (_, n) => post(n % 2 ? owner : member, open, `Message ${n}`))),
      ),
    ),
  },
  'scheduled.create': { 'in an open channel': keeps(now(({ member, open }) => schedule(member, open))) },
  'scheduled.remind': { 'of another’s message': keeps(now(({ owner, messages }) => remind(owner, messages.member))) },
  'scheduled.edit': {
    'its text and its time': keeps(async ({ member, open }) => {
      const { _id: id, version } = await schedule(member, open);
      const when = { localTime: localTimeOf(Date.now() + 7_200_000, 'UTC'), zone: 'UTC' };
      return () =>
        member.ok(api.scheduled.edit, { params: { id }, body: { version, content: 'Bonsoir à tous.', when } });
    }),
  },
  'scheduled.sendNow': {
    'in an open channel': keeps(async ({ member, open }) => {
      const { _id: id, version } = await schedule(member, open);
      return () => member.ok(api.scheduled.sendNow, { params: { id }, body: { version } });
    }),
  },
  'scheduled.cancel': {
    'a message and a reminder': keeps(async ({ member, open, messages }) => {
      const made = [await schedule(member, open), await remind(member, messages.member)];
      return async () => {
        for (const { _id: id } of made) await member.ok(api.scheduled.cancel, { params: { id } });
      };
    }),
  },
  'messages.edit': {
    'one’s own': keeps(
      now(({ member, messages }) =>
        member.ok(api.messages.edit, { params: { id: messages.member._id }, body: { content: 'Je passe à 15 h.' } }),
      ),
    ),
    'that is answered, by one that is pinned': keeps(async ({ owner, member, open, messages: { member: message } }) => {
      const { message: reply } = await answer(owner, { channelId: open._id }, message);
      await pin(owner, reply);
      return () => member.ok(api.messages.edit, { params: { id: message._id }, body: { content: 'À 15 h.' } });
    }),
    'that answers and names someone': keeps(async ({ owner, holder, open, messages: { member: message } }) => {
      const { message: reply } = await answer(owner, { channelId: open._id }, message);
      return () => owner.ok(api.messages.edit, { params: { id: reply._id }, body: { content: `<@${holder.id}>` } });
    }),
    'to call someone else': keeps(async ({ owner, member, holder, open }) => {
      const { _id: id } = await post(owner, open, `<@${member.id}>`);
      return () => owner.ok(api.messages.edit, { params: { id }, body: { content: `<@${holder.id}>` } });
    }),
    'to call who has read it': keeps(async ({ owner, holder, open }) => {
      const { _id: id, position } = await post(owner, open, 'Bonjour');
      await holder.ok(api.unread.mark, { body: { channelId: open._id, position } });
      return () => owner.ok(api.messages.edit, { params: { id }, body: { content: `<@${holder.id}>` } });
    }),
    'to call someone behind the last of a conversation': keeps(async ({ owner, member, talk }) => {
      const { _id: id } = await write(owner, talk, 'Bonjour');
      await write(owner, talk, 'Et ceci');
      return () => owner.ok(api.messages.edit, { params: { id }, body: { content: `<@${member.id}>` } });
    }),
    'in a private channel': keeps(
      now(({ holder, messages }) =>
        holder.ok(api.messages.edit, { params: { id: messages.private._id }, body: { content: 'Chut.' } }),
      ),
    ),
    'the last of a conversation': keeps(
      now(({ member, messages }) =>
        member.ok(api.messages.edit, { params: { id: messages.talk._id }, body: { content: 'Ou à 14 h.' } }),
      ),
    ),
  },
  'messages.remove': {
    'that is answered, by one that is pinned': keeps(async ({ owner, member, open }) => {
      const message = await post(member, open, 'On part à 7 h ?');
      const { message: reply } = await answer(owner, { channelId: open._id }, message);
      await pin(owner, reply);
      return () => member.ok(api.messages.remove, { params: { id: message._id } });
    }),
    'the last reply of a thread': keeps(async ({ owner, messages }) => {
      const { _id: id } = await reply(owner, messages.member);
      return () => owner.ok(api.messages.remove, { params: { id } });
    }),
    'the root of a thread': async ({ owner, member, messages }) => {
      await reply(owner, messages.member);
      return () => member.ok(api.messages.remove, { params: { id: messages.member._id } });
    },
    'one’s own': keeps(
      now(({ owner, messages }) => owner.ok(api.messages.remove, { params: { id: messages.owner._id } })),
    ),
    'with its files': keeps(async ({ member, open }) => {
      const { message } = await member.ok(api.messages.send, {
        body: { channelId: open._id },
        files: [{ bytes: Buffer.from('rez-de-chaussée'), name: 'plan.txt' }],
      });
      return () => member.ok(api.messages.remove, { params: { id: message._id } });
    }),
    'one that called everyone': keeps(async ({ owner, open }) => {
      const { _id: id } = await post(owner, open, '<@everyone>');
      return () => owner.ok(api.messages.remove, { params: { id } });
    }),
    'in a private channel': keeps(
      now(({ holder, messages }) => holder.ok(api.messages.remove, { params: { id: messages.private._id } })),
    ),
    'the last of a conversation': keeps(
      now(({ member, messages }) => member.ok(api.messages.remove, { params: { id: messages.talk._id } })),
    ),
    'a pinned one, by who runs the workspace': async ({ holder, member, messages: { member: message } }) => {
      await pin(member, message);
      return () => holder.ok(api.messages.remove, { params: { id: message._id } });
    },
  },
  'threads.follow': {
    'one that others speak in': keeps(async ({ owner, holder, member, messages }) => {
      await reply(owner, messages.holder);
      return async () => {
        await member.ok(api.threads.follow, { params: { id: messages.holder._id } });
        await holder.ok(api.threads.follow, { params: { id: messages.holder._id }, body: { following: false } });
      };
    }),
  },
  'threads.read': {
    'all, and those of a channel': keeps(async ({ owner, holder, member, open, messages }) => {
      await reply(owner, messages.holder);
      await reply(owner, messages.member);
      return async () => {
        await holder.ok(api.threads.read);
        await member.ok(api.threads.read, { body: { channelId: open._id } });
      };
    }),
  },
  'reactions.add': {
    'by many, who change their minds': keeps(
      now(({ owner, holder, member, messages: { holder: message } }) =>
        Promise.all([
          react(owner, message),
          react(holder, message),
          react(member, message, '🎉'),
          react(owner, message),
        ]),
      ),
    ),
    'to a pinned message': keeps(async ({ member, messages: { holder: message } }) => {
      await pin(member, message);
      return () => react(member, message);
    }),
    'in a private channel': keeps(now(({ holder, messages }) => react(holder, messages.private))),
    'in a conversation': keeps(now(({ holder, messages }) => react(holder, messages.talk))),
  },
  'reactions.remove': {
    'one’s own': keeps(async ({ member, messages: { holder: message } }) => {
      await react(member, message);
      return () => member.ok(api.reactions.remove, { params: { id: message._id }, query: { reaction: '👍' } });
    }),
  },
  'pins.pin': {
    'by anyone': keeps(now(({ member, messages }) => pin(member, messages.holder))),
    'two, and one of them is deleted': now(async ({ member, owner, messages }) => {
      await pin(owner, messages.member);
      await pin(member, messages.holder);
      await member.ok(api.messages.remove, { params: { id: messages.member._id } });
    }),
    'one that is then edited': keeps(
      now(async ({ member, messages: { member: message } }) => {
        await pin(member, message);
        await member.ok(api.messages.edit, { params: { id: message._id }, body: { content: 'Je passe à 16 h.' } });
      }),
    ),
    'in a private channel': keeps(now(({ holder, messages }) => pin(holder, messages.private))),
    'in a conversation': keeps(now(({ holder, messages }) => pin(holder, messages.talk))),
  },
  'pins.unpin': {
    'one of two, by someone else': keeps(async ({ member, owner, messages }) => {
      await pin(owner, messages.holder);
      await pin(owner, messages.member);
      return () => member.ok(api.pins.unpin, { params: { id: messages.holder._id } });
    }),
  },
};
