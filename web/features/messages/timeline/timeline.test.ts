import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { randomRuns } from '@palabre/common/test/random-runs.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appended,
  type Change,
  type Changes,
  caughtUp,
  changed,
  emptyTimeline,
  hasAfter,
  hasBefore,
  hasGap,
  opened,
  type Page,
  prepended,
  senderChanged,
  type Timeline,
} from './open/timeline.ts';

/** Fakes the server of one place: answers are snapshots, which the test delivers at will. */
class PlaceServer {
  seq = 0;
  rows: { message: Message; deleted: boolean }[] = [];
  events: Change[] = [];

  post(answering?: Message): void {
    this.seq += 1;
    const message = messageAt(this.seq);
    if (answering) message.replyTo = { _id: answering._id, sender: null, excerpt: '', files: 0, calls: null };
    this.rows.push({ message, deleted: false });
    this.events.push({ seq: this.seq, message: this.asItIs(message) });
  }

  answer(at: number): void {
    this.post(this.alive()[at % Math.max(1, this.alive().length)]?.message);
  }

  /** Returns a message with the current version of its answered message. */
  asItIs(message: Message): Message {
    const answered = this.alive().find(row => row.message._id === message.replyTo?._id)?.message;
    if (!message.replyTo || !answered) return message;
    return { ...message, replyTo: { ...message.replyTo, sender: answered.sender, excerpt: answered.content } };
  }

  edit(at: number): void {
    const row = this.alive()[at % Math.max(1, this.alive().length)];
    if (!row) return;
    this.seq += 1;
    row.message = { ...row.message, content: `édité ${this.seq}`, updated: true, seq: this.seq };
    this.events.push({ seq: this.seq, message: this.asItIs(row.message) });
  }

  remove(at: number): void {
    const row = this.alive()[at % Math.max(1, this.alive().length)];
    if (!row) return;
    this.seq += 1;
    row.deleted = true;
    row.message = { ...row.message, seq: this.seq };
    this.events.push({ seq: this.seq, deleted: row.message._id });
  }

  alive() {
    return this.rows.filter(row => !row.deleted);
  }

  list(from = 0, to = Number.POSITIVE_INFINITY): Message[] {
    return this.alive()
      .map(row => this.asItIs(row.message))
      .filter(message => message.position >= from && message.position <= to);
  }

  private page(messages: Message[], hasBeforePage: boolean, hasAfterPage: boolean): Page {
    const first = messages[0];
    const last = messages.at(-1);
    return {
      messages,
      hasBefore: hasBeforePage,
      hasAfter: hasAfterPage,
      prevCursor: first && hasBeforePage ? String(first.position) : null,
      nextCursor: last && hasAfterPage ? String(last.position) : null,
      seq: this.seq,
    };
  }

  latest(limit: number): Page {
    const all = this.list();
    return this.page(all.slice(-limit), all.length > limit, false);
  }

  before(cursor: string, limit: number): Page {
    const older = this.list().filter(message => message.position < Number(cursor));
    return this.page(older.slice(-limit), older.length > limit, true);
  }

  after(cursor: string, limit: number): Page {
    const newer = this.list().filter(message => message.position > Number(cursor));
    return this.page(newer.slice(0, limit), true, newer.length > limit);
  }

  around(at: number, limit: number): Page {
    const all = this.list();
    if (all.length === 0) return this.page([], false, false);
    const start = Math.max(0, (at % all.length) - Math.floor(limit / 2));
    const part = all.slice(start, start + limit);
    return this.page(part, start > 0, start + limit < all.length);
  }

  changes(after: number, count: number): Changes {
    const rows = this.rows.filter(row => row.message.seq > after).sort((a, b) => a.message.seq - b.message.seq);
    const part = rows.slice(0, count);
    return {
      messages: part.filter(row => !row.deleted).map(row => this.asItIs(row.message)),
      deleted: part.filter(row => row.deleted).map(row => row.message._id),
      seq: rows.length > count ? (part.at(-1)?.message.seq ?? after) : this.seq,
    };
  }
}

const person = '018f0000-0000-7000-8000-000000000001';

function messageAt(seq: number): Message {
  return {
    _id: `m${seq}`,
    content: `message ${seq}`,
    time: new Date(1_800_000_000_000 - seq).toISOString(),
    channelId: 'c',
    conversationId: null,
    updated: false,
    sender: { _id: person, firstName: 'Camille', lastName: 'Moreau', avatar: null },
    reactions: [],
    fileAttachments: [],
    pinned: false,
    nonce: null,
    position: seq,
    seq,
  };
}

/** Weights of the steps. An answer is a snapshot taken at the request, delivered at any later step. */
const kinds = {
  post: 3,
  answer: 3,
  edit: 4,
  remove: 2,
  /** Delivers one event, whatever came before it. */
  event: 4,
  /** Delivers all pending events, in order. */
  events: 5,
  repeat: 1,
  open: 1,
  older: 5,
  newer: 3,
  jump: 1,
  catchUp: 2,
  arrive: 6,
} as const;
type Kind = keyof typeof kinds;
const kind = fc.oneof(
  ...(Object.keys(kinds) as Kind[]).map(name => ({ weight: kinds[name], arbitrary: fc.constant(name) })),
);
const steps = fc.array(fc.tuple(kind, fc.nat(50)), { maxLength: 120, size: 'max' });

describe('The timeline of a place', () => {
  it('The timeline of a place does not restore by a late event a message deleted before the page was read', () => {
    const server = new PlaceServer();
    server.post();
    server.remove(0);
    const [posted, removed] = server.events as [Change, Change];
    const page = opened(emptyTimeline, server.latest(5));
    expect(changed(page, posted).messages).toEqual([]);
    expect(caughtUp(page, 0, { messages: [messageAt(1)], deleted: [], seq: 1 }).messages).toEqual([]);
    expect(changed(changed(page, posted), removed)).toMatchObject({ messages: [], seq: 2 });
  });

  it('The timeline of a place does not restore by a page a message deleted while that page was on its way', () => {
    const server = new PlaceServer();
    for (let count = 0; count < 2; count += 1) server.post();
    const page = server.latest(5);
    server.remove(0);
    const removed = server.events.at(-1) as Change;
    // Of a place that opens, and of one that goes elsewhere in itself.
    for (const before of [emptyTimeline, opened(emptyTimeline, page)]) {
      const after = opened(changed(before, removed), page);
      expect([after.messages.map(({ _id }) => _id), hasGap(after)]).toEqual([['m2'], true]);
    }
  });

  it('The timeline of a place equals the server’s list after any interleaving of pages, events, repeats, losses and catch-ups', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 5 }), fc.nat(12), (script, limit, posts) => {
        const server = new PlaceServer();
        for (let count = 0; count < posts; count += 1) server.post();
        let timeline: Timeline = opened(emptyTimeline, server.around(posts, limit));
        const undelivered: Change[] = [];
        let taken = server.events.length;
        const inFlight: ((current: Timeline) => Timeline)[] = [];
        const check = () => {
          if (!timeline.loaded || hasGap(timeline) || timeline.seq !== server.seq) return;
          expect(timeline.messages).toEqual(server.list(timeline.from, timeline.to));
        };
        for (const [kind, n] of script) {
          if (kind === 'post') server.post();
          else if (kind === 'answer') server.answer(n);
          else if (kind === 'edit') server.edit(n);
          else if (kind === 'remove') server.remove(n);
          else if (kind === 'events') {
            undelivered.push(...server.events.slice(taken));
            taken = server.events.length;
            for (const change of undelivered.splice(0)) timeline = changed(timeline, change);
          } else if (kind === 'event') {
            undelivered.push(...server.events.slice(taken));
            taken = server.events.length;
            const [change] = undelivered.splice(n % Math.max(1, undelivered.length), 1);
            if (change) timeline = changed(timeline, change);
          } else if (kind === 'repeat') {
            // Only an event already sent may come again.
            const change = server.events[n % Math.max(1, taken)];
            if (taken > 0 && change && !undelivered.includes(change)) timeline = changed(timeline, change);
          } else if (kind === 'open' || kind === 'jump') {
            const page = kind === 'open' ? server.latest(limit) : server.around(n, limit);
            inFlight.push(current => opened(current, page));
          } else if (kind === 'older' && timeline.prevCursor) {
            const cursor = timeline.prevCursor;
            const page = server.before(cursor, limit);
            inFlight.push(current => prepended(current, cursor, page));
          } else if (kind === 'newer' && timeline.nextCursor) {
            const cursor = timeline.nextCursor;
            const page = server.after(cursor, limit);
            inFlight.push(current => appended(current, cursor, page));
          } else if (kind === 'catchUp' && timeline.loaded) {
            const after = timeline.seq;
            const answer = server.changes(after, limit);
            inFlight.push(current => caughtUp(current, after, answer));
          } else if (kind === 'arrive') {
            const [deliver] = inFlight.splice(n % Math.max(1, inFlight.length), 1);
            if (deliver) timeline = deliver(timeline);
          }
          check();
        }
        if (!timeline.loaded) timeline = opened(timeline, server.latest(limit));
        while (timeline.prevCursor)
          timeline = prepended(timeline, timeline.prevCursor, server.before(timeline.prevCursor, limit));
        while (timeline.nextCursor)
          timeline = appended(timeline, timeline.nextCursor, server.after(timeline.nextCursor, limit));
        while (timeline.seq < server.seq)
          timeline = caughtUp(timeline, timeline.seq, server.changes(timeline.seq, limit));
        expect(hasGap(timeline) || hasBefore(timeline) || hasAfter(timeline)).toBe(false);
        expect(timeline.messages).toEqual(server.list());
      }),
      { numRuns: randomRuns(600) },
    );
  });

  it('The timeline of a place takes no page beside a window that has moved since it was asked for', () => {
    const server = new PlaceServer();
    for (let count = 0; count < 6; count += 1) server.post();
    const [first, last] = [server.around(0, 1), server.latest(1)].map(page => opened(emptyTimeline, page));
    expect(prepended(first as Timeline, '6', server.before('6', 2))).toBe(first);
    expect(appended(last as Timeline, '1', server.after('1', 2))).toBe(last);
  });

  it('The timeline of a place has a gap when a change comes early, and closes it when the missing one comes', () => {
    const server = new PlaceServer();
    server.post();
    let timeline = opened(emptyTimeline, server.latest(5));
    server.post();
    server.post();
    const [, second, third] = server.events as [Change, Change, Change];
    timeline = changed(timeline, third);
    expect(timeline.messages.map(message => message._id)).toEqual(['m1', 'm3']);
    expect(hasGap(timeline)).toBe(true);
    timeline = changed(timeline, second);
    expect(hasGap(timeline)).toBe(false);
    expect(timeline.messages.map(message => message._id)).toEqual(['m1', 'm2', 'm3']);
  });

  it('The timeline of a place misses early changes again when a page then extends the window', () => {
    const server = new PlaceServer();
    for (let count = 0; count < 3; count += 1) server.post();
    let timeline = opened(emptyTimeline, server.around(0, 1));
    const page = server.after('1', 5);
    server.post();
    server.post();
    const [fourth, fifth] = server.events.slice(3) as [Change, Change];
    timeline = changed(timeline, fifth);
    timeline = appended(timeline, '1', page);
    timeline = changed(timeline, fourth);
    expect(hasGap(timeline)).toBe(true);
    timeline = caughtUp(timeline, timeline.seq, server.changes(timeline.seq, 5));
    expect(timeline.messages).toEqual(server.list());
  });

  it('The timeline of a place misses what a newer page beside it tells of, until that is caught up', () => {
    const server = new PlaceServer();
    for (let count = 0; count < 3; count += 1) server.post();
    let timeline = opened(emptyTimeline, server.around(0, 1));
    server.edit(0);
    timeline = appended(timeline, '1', server.after('1', 5));
    expect(hasGap(timeline)).toBe(true);
    timeline = caughtUp(timeline, timeline.seq, server.changes(timeline.seq, 5));
    expect([hasGap(timeline), timeline.messages]).toEqual([false, server.list()]);
  });

  it('The timeline of a place shows the latest version of an answered message, even outside the window and in any order', () => {
    const server = new PlaceServer();
    server.post();
    server.answer(0);
    let timeline = opened(emptyTimeline, server.latest(1));
    for (let count = 0; count < 2; count += 1) server.edit(0);
    for (const change of server.events.slice(2).reverse()) timeline = changed(timeline, change);
    expect(timeline.messages).toEqual(server.list(2));
  });

  it('The timeline of a place updates an author’s name and picture on their messages', () => {
    const server = new PlaceServer();
    server.post();
    const timeline = opened(emptyTimeline, server.latest(5));
    const [author] = timeline.messages.map(message => message.sender);
    for (const change of [
      ...[{ firstName: 'Camomille' }, { lastName: 'Moreau-Petit' }, { avatar: '/camille.png' }],
      { guest: true as const },
    ]) {
      const sender = { _id: person, firstName: 'Camille', lastName: 'Moreau', avatar: null, ...change };
      expect(sender).not.toEqual(author);
      expect(senderChanged(timeline, sender).messages[0]?.sender).toEqual(sender);
    }
    const same = messageAt(1).sender;
    expect(senderChanged(timeline, same)).toBe(timeline);
    server.answer(0);
    const renamed = senderChanged(opened(emptyTimeline, server.latest(1)), {
      ...{ ...same, firstName: 'Camomille' },
      guest: true,
    });
    // Only the author of a message is marked as a guest, not the author whom it answers.
    expect(renamed.messages[0]?.replyTo?.sender).toEqual({ ...same, firstName: 'Camomille' });
    const pictured = senderChanged(opened(emptyTimeline, server.latest(1)), { ...same, avatar: '/camille.png' });
    expect(pictured.messages[0]?.replyTo?.sender?.avatar).toBe('/camille.png');
    expect(senderChanged(timeline, { _id: 'x', firstName: 'Y', lastName: 'Z', avatar: null })).toBe(timeline);
  });
});
