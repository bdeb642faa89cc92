import { randomUUID } from 'node:crypto';
import { api } from '@palabre/common/contract/index.ts';
import type { Channel } from '@palabre/common/contract/workspaces/channels.ts';
import { expect } from 'vitest';
import type { Client, Reply } from '../../../../test/client.ts';
import type { Listener } from '../../../../test/listener.ts';
import { post } from '../../../../test/people/world.ts';
import { Kept } from './kept.ts';
import { type Author, alive, mentions, type Recount, type Said, stateOf, unread } from './recount.ts';
import type { Step } from './steps.ts';

/** People of a sequence: Camille, who owns the workspace, and Karim with two devices. */
interface People {
  camille: Client;
  karim: Client & { readonly id: string };
  phone: Client;
}

/** Setting of a sequence: people, places and servers. */
export interface Stage {
  people: People;
  workspaceId: string;
  /** Devices of Karim that receive events. */
  ears: readonly { device: Client; listener: Listener }[];
  /** Answers to requests retried after a lost answer: the first try may have succeeded. */
  repeated?: WeakSet<Reply<unknown>>;
}

/**
 * Threads under two messages of a channel, acted upon step by step, with their model; at any time each badge equals its
 * list, and both equal the model.
 */
export class Sequence {
  private reader: Client;
  private isOpen = true;
  private readonly people: People;
  private readonly repeated: WeakSet<Reply<unknown>>;

  private constructor(
    stage: Stage,
    private readonly channel: Channel,
    private readonly threads: readonly Recount[],
    readonly kept: readonly Kept[],
  ) {
    this.people = stage.people;
    this.reader = stage.people.karim;
    this.repeated = stage.repeated ?? new WeakSet();
  }

  /** Begins a sequence in a channel of its own. */
  static async begin(stage: Stage): Promise<Sequence> {
    const { camille, karim } = stage.people;
    const body = { title: 'suite', visibility: 'public' as const, workspaceId: stage.workspaceId };
    const { channel } = await camille.ok(api.channels.create, { body });
    const roots = [await post(camille, channel, 'une racine'), await post(karim, channel, 'une autre')];
    const threads = roots.map(({ _id: id }, n): Recount => {
      const by = n === 0 ? 'camille' : 'karim';
      return { id, by, rootGone: false, said: [], following: undefined, read: 0, seq: 0 };
    });
    const kept = stage.ears.map(({ device, listener }) => new Kept(listener, device));
    const sequence = new Sequence(stage, channel, threads, kept);
    for (const each of kept) await each.readAgain(sequence.ids);
    return sequence;
  }

  /** Ids of the threads. */
  get ids(): string[] {
    return this.threads.map(({ id }) => id);
  }

  async end(): Promise<void> {
    await this.people.camille.ok(api.channels.remove, { params: { id: this.channel._id } });
  }

  async act(step: Step): Promise<void> {
    const { what, at } = step;
    const thread = this.threads[step.thread] as Recount;
    const there = alive(thread);
    const one = there[at % Math.max(1, there.length)];
    if (what === 'away') this.reader = this.reader === this.people.karim ? this.people.phone : this.people.karim;
    else if (what === 'close' || what === 'open') await this.show(what === 'open');
    else if (what === 'post' || what === 'also') await this.post(thread, step);
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
    } else if (what === 'all' || what === 'threads' || what === 'channel') await this.readAll(what);
  }

  private async show(isOpen: boolean): Promise<void> {
    const before = this.isOpen;
    this.isOpen = isOpen;
    const body = { visibility: isOpen ? ('public' as const) : ('private' as const) };
    await this.people.camille.ok(api.channels.update, { params: { id: this.channel._id }, body });
    if (!before && isOpen) for (const each of this.kept) await each.readAgain(this.ids);
  }

  private async readAll(what: 'all' | 'threads' | 'channel'): Promise<void> {
    if (what === 'all') await this.reader.ok(api.unread.markAll);
    else if (what === 'threads') await this.reader.ok(api.threads.read);
    else {
      const body = { channelId: this.channel._id, position: 0, threads: true };
      await this.reader.ok(api.unread.mark, { body });
    }
    // Threads that Karim neither follows nor is mentioned in have no counts.
    for (const each of this.threads) {
      const counts = each.following || each.said.some(({ namesKarim }) => namesKarim);
      if (alive(each).length > 0 && counts) each.read = each.seq;
    }
  }

  /** Posts replies concurrently; the server decides their order. */
  private async post(thread: Recount, { what, by: byCamille, names: namesKarim, times }: Step): Promise<void> {
    const by: Author = byCamille ? 'camille' : 'karim';
    const alsoInPlace = what === 'also';
    const content = namesKarim ? `<@${this.people.karim.id}> ?` : 'réponse';
    const said = { threadOf: thread.id, content, alsoInPlace };
    const replies = await Promise.all(
      Array.from({ length: times }, () =>
        this.people[by].call(api.messages.send, { body: { ...said, nonce: randomUUID() } }),
      ),
    );
    const isThere = alive(thread).length > 0 || !thread.rootGone;
    const may = by === 'camille' || this.isOpen;
    for (const reply of replies) this.expectStatus(reply, isThere && may ? 201 : 404, isThere && may ? 200 : 404);
    if (!isThere || !may) return;
    if (alive(thread).length === 0 && thread.by === 'karim') thread.following = true;
    if (by === 'karim' || namesKarim) thread.following = true;
    const posted = replies.map(({ body }) => body.message).sort((a, b) => a.position - b.position);
    for (const { _id, position } of posted) {
      thread.seq += 1;
      expect(position).toBe(thread.seq);
      thread.said.push({ _id, position, by, namesKarim, alsoInPlace, gone: false });
    }
  }

  private async remove(thread: Recount, one: Said): Promise<void> {
    const params = { id: one._id };
    this.expectStatus(await this.people.camille.call(api.messages.remove, { params }), 200, 404);
    one.gone = true;
    thread.seq += 1;
    if (alive(thread).length === 0) thread.following = undefined;
  }

  private async removeRoot(thread: Recount): Promise<void> {
    const params = { id: thread.id };
    const reply = await this.people.camille.call(api.messages.remove, { params });
    this.expectStatus(reply, thread.rootGone ? 404 : 200, 404);
    thread.rootGone = true;
  }

  /** Expects a status; for a retried request, also the status of an act already done. */
  private expectStatus(reply: Reply<unknown>, status: number, doneBefore: number): void {
    expect(this.repeated.has(reply) ? [status, doneBefore] : [status]).toContain(reply.status);
  }

  /** Compares each thread, the lists, the badges and the inbox with the model. */
  async check(): Promise<void> {
    const [list, unreadThreads, followed] = [
      (await this.reader.ok(api.unread.list)).threads,
      (await this.reader.ok(api.threads.list, { query: { filter: 'unread' } })).threads,
      (await this.reader.ok(api.threads.list, { query: { filter: 'followed' } })).threads,
    ];
    const { notifications } = await this.reader.ok(api.notifications.list);
    const inPlace = this.isOpen
      ? (await this.reader.ok(api.messages.page, { query: { channelId: this.channel._id } })).messages
      : [];
    for (const thread of this.threads) {
      const isThere = this.isOpen && alive(thread).length > 0;
      const { status, body } = await this.reader.call(api.threads.one, { params: { id: thread.id } });
      expect(status).toBe(this.isOpen && (alive(thread).length > 0 || !thread.rootGone) ? 200 : 404);
      if (status === 200) {
        expect(body.thread).toMatchObject(stateOf(thread));
        expect(body.messages.map(({ _id }) => _id)).toEqual(alive(thread).map(({ _id }) => _id));
        expect(body.root.deleted ?? false).toBe(thread.rootGone);
        const listed = inPlace.find(({ _id }) => _id === thread.id);
        expect(listed?.thread ?? { replies: 0 }).toMatchObject(isThere ? stateOf(thread) : { replies: 0 });
      } else expect(inPlace.some(({ _id }) => _id === thread.id)).toBe(false);
      const copies = inPlace.filter(({ copyOf }) => copyOf?.threadId === thread.id);
      const shown = this.isOpen ? alive(thread).filter(({ alsoInPlace }) => alsoInPlace) : [];
      expect(copies.map(({ copyOf }) => copyOf?._id)).toEqual(shown.map(({ _id }) => _id));
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
      const calling = this.isOpen ? alive(thread).filter(({ by, namesKarim }) => by !== 'karim' && namesKarim) : [];
      expect(inbox.map(({ _id, isRead }) => [_id, isRead]).sort()).toEqual(
        calling.map(({ _id, position }) => [_id, position <= thread.read]).sort(),
      );
    }
  }

  /** Waits until each page's thread states equal the model. */
  async keptIsRight(): Promise<void> {
    if (!this.isOpen) return;
    for (const each of this.kept) {
      await expect
        .poll(async () => {
          await each.hear();
          return this.ids.map(id => {
            const { replies = 0, following = false, unread = 0 } = each.states.get(id) ?? {};
            return { replies, following, unread };
          });
        })
        .toEqual(this.threads.map(stateOf));
    }
  }
}
