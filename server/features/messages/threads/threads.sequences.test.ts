import { api } from '@palabre/common/contract/index.ts';
import type { Thread } from '@palabre/common/contract/messages/threads.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import type { Listener } from '../../../test/listener.ts';
import { gather, type Team } from '../../../test/people/team.ts';
import { post } from '../../../test/people/world.ts';

/**
 * Tests that after any order of acts a badge is the list that it stands for, and both are what a recount says; and that
 * what a page keeps is right by events alone. `THREAD_SEQUENCES` sets how many orders are tried; without it, as many as
 * take some seconds.
 */
const sequences = Number(process.env.THREAD_SEQUENCES ?? 0);
const quickMs = 8_000;

let palabre: Palabre;
let camille: Person;
let karim: Person;
let phone: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre({ env: { RATE_LIMITS: 'off' } });
  [camille, karim] = [await palabre.register({ firstName: 'Camille' }), await palabre.register({ firstName: 'Karim' })];
  phone = await karim.elsewhere();
  team = await gather(camille, karim);
});

interface Said {
  _id: string;
  position: number;
  by: Person;
  namesKarim: boolean;
  gone: boolean;
}

/** Thread, as the recount has it for Karim. */
interface Recount {
  id: string;
  by: Person;
  rootGone: boolean;
  said: Said[];
  following: boolean | undefined;
  read: number;
  seq: number;
}

const step = fc.record({
  what: fc.constantFrom(
    ...(['post', 'post', 'post', 'post', 'also', 'remove', 'remove', 'remove root', 'read', 'back'] as const),
    ...(['follow', 'leave', 'all', 'threads', 'channel', 'close', 'open', 'away'] as const),
  ),
  by: fc.boolean(),
  thread: fc.nat({ max: 1 }),
  names: fc.boolean(),
  at: fc.nat({ max: 8 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const alive = ({ said }: Recount) => said.filter(({ gone }) => !gone);
const left = (thread: Recount) => alive(thread).filter(({ by, position }) => by !== karim && position > thread.read);
const unread = (thread: Recount) => (thread.following ? left(thread).length : 0);
const mentions = (thread: Recount) => left(thread).filter(({ namesKarim }) => namesKarim).length;

/** What a page would keep of threads, changed by events alone. */
class Kept {
  readonly states = new Map<string, Thread>();
  private heard = 0;

  constructor(
    private readonly ears: Listener,
    private readonly person: Person,
  ) {}

  /** Reads the states anew, as a page does when a channel comes back. */
  async readAgain(ids: readonly string[]): Promise<void> {
    this.heard = this.ears.heard.length;
    await this.read(ids);
  }

  /** Reads states; events that come meanwhile, and those that are being taken, are taken after it. */
  private async read(ids: readonly string[]): Promise<void> {
    const { threads } = await this.person.ok(api.threads.states, { query: { ids: ids.join() } });
    for (const id of ids) this.states.delete(id);
    for (const thread of threads) this.states.set(thread.threadId, thread);
  }

  /** Takes the events that came meanwhile. */
  async hear(): Promise<void> {
    const events = this.ears.heard.slice(this.heard);
    this.heard = this.ears.heard.length;
    for (const { name, payload } of events) {
      if (name === 'updateThread') await this.take(payload as Thread);
      else if (name === 'updateUnread') {
        const { threadId, messages, read } = payload as { threadId?: string; messages: number; read: number };
        const known = threadId && this.states.get(threadId);
        if (known) this.states.set(known.threadId, { ...known, unread: messages, read });
      } else if (name === 'readThreads' || name === 'readAll') await this.read([...this.states.keys()]);
    }
  }

  private async take(thread: Thread): Promise<void> {
    const known = this.states.get(thread.threadId);
    if (known && known.seq > thread.seq) return;
    if (known?.following && thread.following && known.read !== thread.read) return this.readOne(thread.threadId);
    this.states.set(thread.threadId, thread);
  }

  private async readOne(id: string): Promise<void> {
    const { threads } = await this.person.ok(api.threads.states, { query: { ids: id } });
    if (threads[0]) this.states.set(id, threads[0]);
  }
}

class Run {
  reader = karim;
  isOpen = true;

  constructor(
    readonly channel: Channel,
    readonly threads: Recount[],
    readonly kept: Kept,
  ) {}

  async act({ what, by, thread: nth, names, at }: Step): Promise<void> {
    const thread = this.threads[nth] as Recount;
    const author = by ? camille : karim;
    const params = { id: this.channel._id };
    const there = alive(thread);
    const one = there[at % Math.max(1, there.length)];
    if (what === 'away') this.reader = this.reader === karim ? phone : karim;
    else if (what === 'close' || what === 'open') {
      const before = this.isOpen;
      this.isOpen = what === 'open';
      await camille.ok(api.channels.update, { params, body: { visibility: this.isOpen ? 'public' : 'private' } });
      if (!before && this.isOpen) await this.kept.readAgain(this.threads.map(({ id }) => id));
    } else if (what === 'post' || what === 'also') await this.post(thread, author, names, what === 'also');
    else if (what === 'remove root') await this.removeRoot(thread);
    else if (what === 'remove' && one) await this.remove(thread, one);
    else if (!this.isOpen) return;
    else if (what === 'read' || what === 'back') {
      if (thread.seq === 0) return;
      const position = Math.min(at, thread.seq);
      await this.reader.ok(api.unread.mark, { body: { threadId: thread.id, position, back: what === 'back' } });
      thread.read = what === 'back' ? position : Math.max(thread.read, position);
    } else if (what === 'follow' || what === 'leave') {
      const body = { following: what === 'follow' };
      const { status } = await this.reader.call(api.threads.follow, { params: { id: thread.id }, body });
      expect(status).toBe(there.length > 0 ? 200 : 404);
      if (status === 200) thread.following = body.following;
    } else if (what === 'all' || what === 'threads' || what === 'channel') {
      if (what === 'all') await this.reader.ok(api.unread.markAll);
      else if (what === 'threads') await this.reader.ok(api.threads.read);
      else {
        const body = { channelId: this.channel._id, position: 0, threads: true };
        await this.reader.ok(api.unread.mark, { body });
      }
      // Of others nothing is counted.
      for (const each of this.threads) {
        const counts = each.following || each.said.some(({ namesKarim }) => namesKarim);
        if (alive(each).length > 0 && counts) each.read = each.seq;
      }
    }
  }

  private async post(thread: Recount, author: Person, namesKarim: boolean, alsoInPlace: boolean): Promise<void> {
    const body = { threadOf: thread.id, content: namesKarim ? `<@${karim.id}> ?` : 'réponse', alsoInPlace };
    const { status, body: answer } = await author.call(api.messages.send, { body });
    const isThere = alive(thread).length > 0 || !thread.rootGone;
    const may = author === camille || this.isOpen;
    expect(status).toBe(isThere && may ? 201 : 404);
    if (status !== 201) return;
    if (alive(thread).length === 0 && thread.by === karim) thread.following = true;
    if (author === karim || namesKarim) thread.following = true;
    thread.seq += 1;
    const { _id, position } = answer.message;
    expect(position).toBe(thread.seq);
    thread.said.push({ _id, position, by: author, namesKarim, gone: false });
  }

  private async remove(thread: Recount, one: Said): Promise<void> {
    await camille.ok(api.messages.remove, { params: { id: one._id } });
    one.gone = true;
    thread.seq += 1;
    if (alive(thread).length === 0) thread.following = undefined;
  }

  private async removeRoot(thread: Recount): Promise<void> {
    const { status } = await camille.call(api.messages.remove, { params: { id: thread.id } });
    expect(status).toBe(thread.rootGone ? 404 : 200);
    thread.rootGone = true;
  }

  async check(): Promise<void> {
    const [list, unreadThreads, followed] = [
      (await this.reader.ok(api.unread.list)).threads,
      (await this.reader.ok(api.threads.list, { query: { filter: 'unread' } })).threads,
      (await this.reader.ok(api.threads.list, { query: { filter: 'followed' } })).threads,
    ];
    const { notifications } = await this.reader.ok(api.notifications.list);
    const roots = this.isOpen
      ? (await this.reader.ok(api.messages.page, { query: { channelId: this.channel._id } })).messages
      : [];
    for (const thread of this.threads) {
      const isThere = this.isOpen && alive(thread).length > 0;
      const { status, body } = await this.reader.call(api.threads.one, { params: { id: thread.id } });
      expect(status).toBe(this.isOpen && (alive(thread).length > 0 || !thread.rootGone) ? 200 : 404);
      const state = { replies: alive(thread).length, following: thread.following ?? false, unread: unread(thread) };
      if (status === 200) {
        expect(body.thread).toMatchObject(state);
        expect(body.messages.map(({ _id }) => _id)).toEqual(alive(thread).map(({ _id }) => _id));
        expect(body.root.deleted ?? false).toBe(thread.rootGone);
        const listed = roots.find(({ _id }) => _id === thread.id);
        expect(listed?.thread ?? { replies: 0 }).toMatchObject(isThere ? state : { replies: 0 });
      } else expect(roots.some(({ _id }) => _id === thread.id)).toBe(false);
      const waits = isThere && (unread(thread) > 0 || mentions(thread) > 0);
      const found = list.find(({ threadId }) => threadId === thread.id);
      expect(found !== undefined).toBe(waits);
      if (found) expect(found).toMatchObject({ messages: unread(thread), mentions: mentions(thread) });
      const isIn = (some: typeof followed) => some.some(one => one.thread.threadId === thread.id);
      expect([isIn(unreadThreads), isIn(followed)]).toEqual([
        isThere && unread(thread) > 0,
        isThere && thread.following === true,
      ]);
      const inbox = notifications.filter(({ about }) => about?.threadId === thread.id);
      const calling = this.isOpen ? alive(thread).filter(({ by, namesKarim }) => by !== karim && namesKarim) : [];
      expect(inbox.map(({ _id, isRead }) => [_id, isRead]).sort()).toEqual(
        calling.map(({ _id, position }) => [_id, position <= thread.read]).sort(),
      );
    }
  }

  /** Waits until what a page keeps of each thread is what a person reads. */
  async keptIsRight(): Promise<void> {
    if (!this.isOpen) return;
    await expect
      .poll(async () => {
        await this.kept.hear();
        return this.threads.map(({ id }) => {
          const { replies = 0, following = false, unread = 0 } = this.kept.states.get(id) ?? {};
          return { replies, following, unread };
        });
      })
      .toEqual(
        this.threads.map(thread => ({
          ...{ replies: alive(thread).length, following: thread.following ?? false, unread: unread(thread) },
        })),
      );
  }
}

it(
  'Badges, lists and a recount of threads agree after any order of replies, deletions, reads and rights, and events tell it all',
  async () => {
    const ears = await karim.connect();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), async steps => {
        const channel = await team.channel('suite');
        const roots = [await post(camille, channel, 'une racine'), await post(karim, channel, 'une autre')];
        const kept = new Kept(ears, karim);
        const threads = roots.map(({ _id: id }, n) => ({
          ...{ id, by: n === 0 ? camille : karim, rootGone: false, said: [], following: undefined, read: 0, seq: 0 },
        }));
        await kept.readAgain(threads.map(({ id }) => id));
        const run = new Run(channel, threads, kept);
        for (const one of steps) {
          await run.act(one);
          await run.check();
        }
        await run.keptIsRight();
        await camille.ok(api.channels.remove, { params: { id: channel._id } });
      }),
      sequences > 0 ? { numRuns: sequences } : { numRuns: 200, interruptAfterTimeLimit: quickMs },
    );
  },
  24 * 3_600_000,
);
