import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { describe, expect, it } from 'vitest';
import { inZone } from '../../../../../test/in-zone.ts';
import type { OutboxEntry } from '../../../outbox/open/outbox.ts';
import { answeredIn, filesOf, rowsOf } from './rows.ts';

const camille = 'camille';
const karim = 'karim';

let last = 0;
function message(senderId: string, time: string, more: Partial<Message> = {}): Message {
  last += 1;
  return {
    _id: `m${last}`,
    content: 'texte',
    time,
    channelId: 'c',
    conversationId: null,
    updated: false,
    sender: { _id: senderId, firstName: senderId, lastName: '', avatar: null },
    reactions: [],
    fileAttachments: [],
    pinned: false,
    nonce: null,
    position: last,
    seq: last,
    ...more,
  };
}

const entry = (nonce: string, time: string): OutboxEntry => ({
  nonce,
  userId: camille,
  place: { channelId: 'c' },
  content: 'texte',
  time,
  state: 'waiting',
});

const rows = (messages: Message[], pending: OutboxEntry[] = [], readUpTo: number | null = null) =>
  rowsOf({ messages, pending, userId: camille, readUpTo });

describe('The rows of the list', () => {
  it('The rows of the list show the author again when sender or minute change', () => {
    const list = rows([
      message(karim, '2027-03-12T09:12:05.000Z'),
      message(karim, '2027-03-12T09:12:59.999Z'),
      message(karim, '2027-03-12T09:13:00.000Z'),
      message(camille, '2027-03-12T09:13:10.000Z'),
    ]);
    expect(list.map(row => row.header)).toEqual([true, false, true, true]);
  });

  it('The rows of the list have a date above the first message of each day', () => {
    const list = rows([
      message(karim, '2027-03-11T12:00:00.000Z'),
      message(karim, '2027-03-11T12:00:01.000Z'),
      message(karim, '2027-03-12T12:00:00.000Z'),
      message(karim, '2028-03-12T12:00:00.000Z'),
    ]);
    expect(list.map(row => row.day)).toEqual([
      ...['2027-03-11T12:00:00.000Z', null, '2027-03-12T12:00:00.000Z', '2028-03-12T12:00:00.000Z'],
    ]);
  });

  it.each([
    ['Pacific/Auckland', '2027-07-11T11:59:59.999Z', '2027-07-11T12:00:00.000Z'],
    ['America/Lima', '2027-07-12T04:59:59.999Z', '2027-07-12T05:00:00.000Z'],
  ])('The rows of the list begin a day at midnight where this device is: %s', (zone, before, midnight) => {
    inZone(zone);
    const at = new Date(Date.parse(midnight) - 10 * 3_600_000).toISOString();
    const list = rows([message(karim, at), message(karim, before), message(karim, midnight)]);
    expect(list.map(row => row.day)).toEqual([at, null, midnight]);
  });

  it('The rows of the list keep their key from typing to the server’s answer', () => {
    const nonce = '018f3c5e-0000-4000-8000-000000000001';
    const [pending] = rows([], [entry(nonce, '2027-03-12T09:12:05.000Z')]);
    const sent = message(camille, '2027-03-12T09:12:06.000Z', { nonce });
    const both = rows([sent], [entry(nonce, '2027-03-12T09:12:05.000Z')]);
    expect(both).toHaveLength(1);
    expect(both[0]?.key).toBe(pending?.key);
    expect(both[0]?.kind).toBe('message');
  });

  it('The rows of the list do not match another user’s message with a copied nonce', () => {
    const nonce = '018f3c5e-0000-4000-8000-000000000002';
    const list = rows(
      [message(karim, '2027-03-12T09:12:06.000Z', { nonce })],
      [entry(nonce, '2027-03-12T09:12:05.000Z')],
    );
    expect(list).toHaveLength(2);
    expect(new Set(list.map(row => row.key)).size).toBe(2);
  });

  it('The rows of the list have the line of new messages above the first unread one of others', () => {
    const first = message(karim, '2027-03-12T09:00:00.000Z');
    const own = message(camille, '2027-03-12T09:01:00.000Z');
    const fresh = [message(karim, '2027-03-12T09:02:00.000Z'), message(karim, '2027-03-12T09:03:00.000Z')];
    const list = rows([first, own, ...fresh], [], first.position);
    expect(list.map(row => row.firstNew)).toEqual([false, false, true, false]);
    expect(rows([first, own, ...fresh]).some(row => row.firstNew)).toBe(false);
  });

  it('The rows of the list begin the place with the first message of all alone', () => {
    const input = {
      messages: [message(karim, '2027-03-12T09:00:00.000Z')],
      pending: [],
      userId: camille,
      readUpTo: null,
    };
    expect(rowsOf(input).map(({ begins }) => begins)).toEqual([true]);
    expect(rowsOf({ ...input, hasOlder: true }).map(({ begins }) => begins)).toEqual([false]);
    const two = [...input.messages, message(karim, '2027-03-12T09:00:01.000Z')];
    expect(rowsOf({ ...input, messages: two }).map(({ begins }) => begins)).toEqual([true, false]);
  });

  it('The rows of a thread stand under its root, with their number above the first one, which names its author', () => {
    const time = '2027-03-12T09:00:00.000Z';
    const replies = [message(karim, time), message(karim, time)];
    const root = message(karim, time);
    const input = { messages: replies, pending: [], userId: camille, readUpTo: 0 };
    const shown = rowsOf({ ...input, root });
    expect(shown.map(row => [row.kind === 'message' && row.message, row.replies, row.header, row.firstNew])).toEqual([
      [root, null, true, false],
      [replies[0], 2, true, true],
      [replies[1], null, false, false],
    ]);
    // More are known of than are loaded; the row that said fewer is drawn again.
    const thread = { replies: 7, lastAt: null, people: [], unread: 0, following: false, read: 0, seq: 7 };
    const after = (replies: number) => rowsOf({ ...input, root: { ...root, thread: { ...thread, replies } } }, shown);
    expect(after(7)[1]?.replies).toBe(7);
    // The event of a reply may come before that of its thread.
    expect(after(1)[1]?.replies).toBe(2);
  });

  it('The rows of the list draw a row again when its own replies, line or beginning change', () => {
    const messages = [message(karim, '2027-03-12T09:00:00.000Z'), message(karim, '2027-03-12T09:00:01.000Z')];
    const input = { messages, pending: [], userId: camille, readUpTo: null };
    const before = rowsOf(input);
    const kept = (more: object) => rowsOf({ ...input, ...more }, before).map((row, index) => row === before[index]);
    expect(kept({ hasOlder: true })).toEqual([false, true]);
    expect(kept({ readUpTo: 0 })).toEqual([false, true]);
  });

  it('The rows of the list are the same objects while unchanged', () => {
    const list = [1, 2, 3].map(minute => message(karim, `2027-03-12T09:0${minute}:00.000Z`));
    const input = { messages: list, pending: [], userId: camille, readUpTo: null };
    const before = rowsOf(input);
    expect(rowsOf({ ...input, messages: [...list] }, before)).toBe(before);
    const [first, second, third] = list as [Message, Message, Message];
    const edited = { ...second, content: 'corrigé', updated: true };
    const after = rowsOf({ ...input, messages: [first, edited, third, message(camille, third.time)] }, before);
    expect(after.map((row, index) => row === before[index])).toEqual([true, false, true, false]);
    // Without the first message, the second starts its day.
    const without = rowsOf({ ...input, messages: [second, third] }, before);
    expect(without.map(row => before.includes(row))).toEqual([false, true]);
  });
});

describe('A row', () => {
  it('A row has the answered message and the files of what it shows, sent or pending', () => {
    const replyTo = { _id: 'm', sender: null, excerpt: 'avant', files: 0, calls: null };
    const file = { id: 'f', name: 'a.pdf', type: 'application/pdf', size: 1, width: null, height: null };
    const [sent, pending] = rows(
      [message(karim, '2026-11-22T09:00:00.000Z', { replyTo })],
      [{ ...entry('n', '2026-11-22T09:01:00.000Z'), replyTo, files: [file] }],
    );
    expect([sent, pending].map(row => row && answeredIn(row)?.excerpt)).toEqual(['avant', 'avant']);
    expect([sent, pending].map(row => row && filesOf(row).length)).toEqual([0, 1]);
  });
});
