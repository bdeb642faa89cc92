import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Message } from '@palabre/common/contract/messages.ts';
import { type PostingAccess, postingAccess } from '../../platform/access.places.ts';
import { AppError, asAppError } from '../../platform/http/errors.ts';
import { type Database, newId } from '../../platform/postgres/db.ts';
import type { Broadcaster } from '../../platform/realtime/events.ts';
import { to } from '../../platform/realtime/rooms.ts';
import type { Turns } from '../../platform/realtime/turns.ts';
import { toMessage } from './messages.store.ts';
import { findByNonce, insertMessages, type NewMessage, type Stored } from './posts.store.ts';

/** What a person posts; rights are checked when its turn comes. */
export interface Post {
  senderId: string;
  placeId: string;
  content: string;
  nonce: string | null;
}

export interface Posted {
  message: Message;
  /** False when the same sender and nonce had posted it before. */
  created: boolean;
}

interface Waiting extends Post {
  resolve: (posted: Posted) => void;
  reject: (error: unknown) => void;
}

const batchSize = 256;
const unsureAtMost = 10_000;

/**
 * Posts that arrive while others are being stored wait, and are then stored together: one query of rights and
 * one durable statement for all of them (decision 0003). Each poster is answered at the commit; the events
 * leave just after, in the order of `seq`.
 */
export class PostQueue {
  private waiting: Waiting[] = [];
  private running = false;
  /** Sender and nonce of posts that the database may have stored without an answer: nobody was told of them. */
  private readonly unsure = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly broadcaster: Broadcaster,
    private readonly places: Turns,
  ) {}

  /**
   * Posts a message; the same sender and nonce again give the same message.
   * Refuses with `not_found` in a place one may not read, `cannot_write` in one where one may only read.
   */
  post(post: Post): Promise<Posted> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ ...post, resolve, reject });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    // Those that arrived in this turn of the event loop go together.
    await nextTurn();
    while (this.waiting.length > 0) await this.store(this.waiting.splice(0, batchSize));
    this.running = false;
  }

  private async store(batch: Waiting[]): Promise<void> {
    try {
      await this.places.run([...new Set(batch.map(post => post.placeId))], () => this.storeTogether(batch));
    } catch (error) {
      // One post must not fail another: each gets its own try, unless the database is away for all.
      const shared = batch.length === 1 || asAppError(error).code === 'unavailable';
      if (shared) for (const post of batch) this.giveUp(post, error);
      else for (const post of batch) await this.store([post]);
    }
  }

  /** Its sender will try again; if it was stored after all, that is when everyone hears of it. */
  private giveUp(post: Waiting, error: unknown): void {
    if (this.unsure.size >= unsureAtMost) this.unsure.clear();
    if (post.nonce) this.unsure.add(keyOf(post.senderId, post.nonce));
    post.reject(error);
  }

  private async storeTogether(batch: Waiting[]): Promise<void> {
    const { pool } = this.database;
    const pairs = new Map(
      batch.map(post => [keyOf(post.senderId, post.placeId), { userId: post.senderId, placeId: post.placeId }]),
    );
    const [access, known] = await Promise.all([postingAccess(pool, [...pairs.values()]), findByNonce(pool, batch)]);
    const earlier = new Map(known.map(row => [keyOf(row.sender_id, row.nonce ?? ''), row]));

    const fresh: { post: Waiting; message: NewMessage; access: PostingAccess }[] = [];
    const repeats: { post: Waiting; of: string }[] = [];
    const byNonce = new Map<string, string>();
    const sent: { room: string; message: Message }[] = [];
    for (const post of batch) {
      const granted = access.get(keyOf(post.senderId, post.placeId));
      const before = earlier.get(keyOf(post.senderId, post.nonce ?? ''));
      const repeated = byNonce.get(keyOf(post.senderId, post.nonce ?? ''));
      const untold = this.unsure.delete(keyOf(post.senderId, post.nonce ?? ''));
      if (!granted?.canRead) post.reject(new AppError('not_found'));
      else if (before) {
        // A nonce belongs to one message: in another place, or of a deleted one, it answers nothing.
        if (before.place_id !== post.placeId || before.deleted_at) post.reject(new AppError('not_found'));
        else {
          const message = toMessage(before);
          post.resolve({ message, created: false });
          if (untold) sent.push({ room: before.room, message });
        }
      } else if (!granted.canWrite) post.reject(new AppError('cannot_write'));
      else if (post.nonce && repeated) repeats.push({ post, of: repeated });
      else {
        const { senderId, placeId, nonce, content } = post;
        const message = { id: newId(), placeId, senderId, nonce, content, time: new Date() };
        if (nonce) byNonce.set(keyOf(senderId, nonce), message.id);
        fresh.push({ post, message, access: granted });
      }
    }
    const messages = fresh.map(entry => entry.message);
    const stored = messages.length > 0 ? await insertMessages(pool, messages) : new Map<string, Stored>();
    for (const { post, message, access } of fresh) {
      const landed = stored.get(message.id);
      if (!landed) {
        post.reject(new AppError('not_found'));
        continue;
      }
      const whole = toMessage({
        id: message.id,
        place_id: message.placeId,
        kind: access.kind,
        position: landed.seq,
        seq: landed.seq,
        sender_id: message.senderId,
        nonce: message.nonce,
        content: message.content,
        created_at: message.time,
        updated: false,
        deleted_at: null,
        first_name: access.firstName,
        last_name: access.lastName,
        avatar: access.avatar,
      });
      post.resolve({ message: whole, created: true });
      for (const repeat of repeats)
        if (repeat.of === message.id) repeat.post.resolve({ message: whole, created: false });
      sent.push({ room: landed.room, message: whole });
    }
    if (sent.length === 0) return;
    // The posters' answers leave first: a fan-out may take milliseconds.
    await nextTurn();
    for (const { room, message } of sent) this.broadcaster.send('newMessage', message, to(room));
  }
}

const keyOf = (userId: string, other: string): string => `${userId}:${other}`;
