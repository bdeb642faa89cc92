import type { Message } from '@palabre/common/contract/messages/messages.ts';
import { notificationDays } from '@palabre/common/rules/reading/unread.ts';
import { sayInTurn } from '../../../platform/realtime/events.ts';
import { rooms, roomsNamed, type Target, to } from '../../../platform/realtime/rooms.ts';
import type { Services } from '../../../platform/services.ts';
import { type Kind, notificationOf } from '../../reading/notifications/open/message-notifications.store.ts';
import { readStandIns, type StandIn } from './open/deputies.store.ts';
import { type Hearing, readCalled, readHearings, readReaders } from './open/mentions.store.ts';
import type { Called } from './open/mentions.ts';

interface Told {
  message: Message;
  placeId: string;
  called: Called;
  /** Set for an edited message that newly mentions these people. */
  edited?: true;
}

const atOnce = 256;
const dayMs = 86_400_000;

const placeOf = ({ threadId, channelId, conversationId }: Message): string =>
  (threadId ?? channelId ?? conversationId) as string;
/** Returns the channel or conversation of a message, or of its thread. */
const homeOf = ({ parent, channelId, conversationId }: Message): string =>
  (parent?.channelId ?? parent?.conversationId ?? channelId ?? conversationId) as string;

/**
 * Notifies people of messages that mention them or stand in one of their conversations, after the posts: three queries
 * for all messages stored meanwhile, and one event a message, however many people it mentions. A crash here loses no
 * notification: the inbox reads them from the database (decision 0031).
 */
export class MentionEvents {
  private waiting: Told[] = [];
  private running = false;

  constructor(
    private readonly services: Pick<Services, 'database' | 'turns' | 'broadcaster' | 'logger' | 'underWay'>,
  ) {}

  /** Queues a new message, after its place's own event. */
  queuePosted(message: Message, called: Called | undefined): void {
    if (!called || (!message.conversationId && !called.everyone && called.targets.length === 0)) return;
    this.enqueue({ message, placeId: placeOf(message), called });
  }

  /**
   * Queues an edited message, after its place's own event: newly mentioned people are notified, unless they have read
   * it, or it is older than notifications.
   */
  queueEdited(message: Message, called: Called, before: Called): void {
    if (before.everyone || Date.parse(message.time) < Date.now() - notificationDays * dayMs) return;
    const targets = called.targets.filter(target => !before.targets.includes(target));
    if (!called.everyone && targets.length === 0) return;
    this.enqueue({ message, placeId: placeOf(message), called: { ...called, targets }, edited: true });
  }

  private enqueue(told: Told): void {
    this.waiting.push(told);
    if (!this.running) void this.services.underWay.run(() => this.run());
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      const some = this.waiting.splice(0, atOnce);
      try {
        await this.tellBatch(some);
      } catch (error) {
        this.services.logger.warn({ err: error }, 'mentions not told');
      }
    }
    this.running = false;
  }

  private async tellBatch(some: readonly Told[]): Promise<void> {
    const { pool } = this.services.database;
    const calls = some.flatMap(({ message, called }) =>
      called.targets.map(target => ({ messageId: message._id, placeId: homeOf(message), target })),
    );
    const edited = some
      .filter(told => told.edited)
      .map(({ message, placeId }) => ({ messageId: message._id, placeId, position: message.position }));
    const [hearings, people, readers, standIns] = await Promise.all([
      readHearings(pool, [...new Set(some.map(({ placeId }) => placeId))]),
      readCalled(pool, calls),
      readReaders(pool, edited),
      readStandIns(pool, calls),
    ]);
    for (const told of some) {
      const hearing = hearings.get(told.placeId);
      if (!hearing) continue;
      const { _id } = told.message;
      const quiet = [...hearing.quiet, ...(readers.get(_id) ?? [])];
      this.sendOne(told, { ...hearing, quiet }, people.get(_id) ?? new Set(), standIns.get(_id) ?? []);
    }
  }

  private sendOne(
    { message, placeId, called, edited }: Told,
    { room, workspaceId, quiet, muted, calledOnly }: Hearing,
    people: Set<string>,
    standIns: readonly StandIn[],
  ): void {
    const inRooms = (ids: readonly string[]) => ids.map(rooms.user);
    const except = inRooms([message.sender._id, ...quiet]);
    const silenced = [...except, ...inRooms(muted)];
    const byName = [...people].filter(id => called.targets.includes(id));
    const reached = [...people].filter(id => !muted.includes(id) || byName.includes(id));
    const answered = inRooms(reached.filter(id => id === message.replyTo?.calls));
    const named = inRooms(reached).filter(one => !answered.includes(one));
    const send = (kind: Kind, target: Target, inPlaceOf?: string) => {
      const where = { workspaceId, placeId, homeId: homeOf(message) };
      const notification = notificationOf(message, kind, where, { inPlaceOf });
      sayInTurn(this.services, 'newNotification', notification, target);
    };
    if (answered.length > 0) send('answer', { rooms: answered, except });
    if (called.everyone) {
      send('mention', { rooms: roomsNamed(room), except: [...silenced, ...answered] });
      const anyhow = named.filter(one => silenced.includes(one));
      if (anyhow.length > 0) send('mention', { rooms: anyhow, except });
      return;
    }
    if (named.length > 0) send('mention', { rooms: named, except });
    const told = [...named, ...answered, ...silenced];
    const deputies = standIns.filter(({ deputyId }) => !told.includes(rooms.user(deputyId)));
    for (const { deputyId, firstName } of deputies) send('mention-for', to(rooms.user(deputyId)), firstName);
    if (message.conversationId && !edited)
      send('message', {
        rooms: roomsNamed(room),
        except: [
          ...silenced,
          ...inRooms(calledOnly),
          ...named,
          ...answered,
          ...inRooms(deputies.map(({ deputyId }) => deputyId)),
        ],
      });
  }
}
