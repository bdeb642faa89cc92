import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import type { EventName } from '@palabre/common/contract/index.ts';
import { presenceTimes } from '@palabre/common/contract/people/presence.ts';
import { type Missed, missedBy } from '../../web/app/live/missed.ts';
import { FrameSocket } from '../shared/frames.ts';
import { ask } from './asking.ts';
import type { Tallies } from './tallies.ts';
import type { DayPerson } from './world.ts';

/** Page of a person: its open places, and whether its socket is connected. */
export interface OpenPage {
  person: DayPerson;
  socket: FrameSocket | undefined;
  isConnected: boolean;
  /** Place that the page shows, and the last change of it that the page has received. */
  placeId: string;
  seq: number;
  /** Time at which the server was last heard, and callback for its answer to `missed`. */
  heardAt: number;
  told?: (events: EventName[] | null) => void;
}

/** Message in flight: whether it has a file, its start time, the number of expected recipients, and of actual ones. */
interface Sent {
  kind: 'post' | 'upload';
  began: number;
  pages: number;
  heard: number;
}

const connected = Buffer.from('40');
const nonceMark = Buffer.from('"nonce":"');
const newMessage = Buffer.from('42["newMessage"');
const nonceLength = 36;
const seqMark = Buffer.from('"seq":');
const acknowledged = Buffer.from('430');
/**
 * Time before a cut whose events may have been in flight, as in `web/app/live/realtime.ts`, and timeout of the answer.
 */
const underwayMs = 60_000;
const toldWithinMs = 3_000;
/** Milliseconds before a page's next attempt to connect, with the backoff of `web/platform/server/connecting.ts`. */
const backoff = (attempt: number): number => Math.min(20_000, 400 * 2 ** Math.min(attempt, 8)) * (0.5 + Math.random());

/**
 * Pages of all people, which reconnect by themselves and catch up. They measure `boot`, `connect`, `latest` (the first
 * page of messages), `delivery` of a post, `file delivered` (from the start of its upload), `fetch` (a list or page
 * after a cut) and `back` (from a cut until everything is fetched).
 */
export class Pages {
  readonly open: OpenPage[] = [];
  readonly byPerson = new Map<string, OpenPage>();
  private readonly sent = new Map<string, Sent>();
  private beating = 0;

  constructor(
    private readonly port: number,
    private readonly tallies: Tallies,
    private readonly queryOf: (placeId: string) => string,
  ) {
    const everyMs = 20;
    // Heartbeats: each page sends one every 15 s; a few pages at each tick.
    setInterval(() => {
      const count = (this.open.length * everyMs) / (presenceTimes.heartbeat * 1_000);
      const until = this.beating + count;
      for (let n = Math.ceil(this.beating); n < until; n += 1) {
        const page = this.open[n % this.open.length];
        if (page?.isConnected) page.socket?.send('42["activity",{"idle":0}]');
      }
      this.beating = this.open.length > 0 ? until % this.open.length : 0;
    }, everyMs);
  }

  /** Number of losses so far, of disconnected pages, and of pages that have not caught up. */
  readonly state = { losses: 0, away: 0, behind: 0 };

  /** Opens a person's page: boot, socket, latest messages of a place. */
  async arrive(person: DayPerson): Promise<void> {
    const [placeId = ''] = person.placeIds;
    const page: OpenPage = { person, socket: undefined, isConnected: false, placeId, seq: 0, heardAt: 0 };
    await this.timed(page, 'boot', `/boot?workspaceId=${person.workspaceId}`);
    const began = performance.now();
    await this.connect(page);
    this.tallies.took('connect', performance.now() - began);
    this.open.push(page);
    this.byPerson.set(person.id, page);
    const latest = await this.timed(page, 'latest', `/message/paginated?${this.queryOf(placeId)}&limit=50`);
    page.seq = latest ? JSON.parse(unpacked(latest)).seq : 0;
  }

  /** Records a message that these pages should receive. */
  expect(nonce: string, kind: Sent['kind'], began: number, pages: number): void {
    this.sent.set(nonce, { kind, began, pages, heard: 0 });
  }

  /** Forgets all posts; returns the number of missing deliveries. */
  missing(): number {
    const missing = [...this.sent.values()].reduce((sum, { pages, heard }) => sum + Math.max(0, pages - heard), 0);
    this.sent.clear();
    return missing;
  }

  /** Measures a reading; resolves with its answer, or null if it failed. */
  private async timed({ person }: OpenPage, kind: string, path: string, urgency?: 7): Promise<Buffer | null> {
    const began = performance.now();
    const { status, body } = await ask(this.port, person, 'GET', path, { by: 'fetching', urgency });
    if (status === 200) this.tallies.took(kind, performance.now() - began);
    else this.tallies.failed(kind, status);
    return status === 200 ? body : null;
  }

  /** Connects a page's socket, in as many attempts as it takes. */
  private async connect(page: OpenPage): Promise<void> {
    for (let attempt = 0; !(await this.attempt(page)); attempt += 1) {
      this.tallies.failed('connect', 0);
      await wait(backoff(attempt));
    }
  }

  private attempt(page: OpenPage): Promise<boolean> {
    const { token, address } = page.person;
    return new Promise(resolve => {
      const onFrame = (payload: Buffer, socket: FrameSocket) => {
        page.heardAt = performance.now();
        if (payload[0] === 0x30) socket.send(`40{"token":"${token}"}`);
        else if (payload[0] === 0x32) socket.send('3');
        else if (payload.subarray(0, 2).equals(connected)) {
          page.isConnected = true;
          resolve(true);
        } else if (payload.subarray(0, newMessage.length).equals(newMessage)) this.hear(page, payload);
        else if (payload.subarray(0, acknowledged.length).equals(acknowledged))
          page.told?.(JSON.parse(payload.toString('utf8', acknowledged.length))[0].events);
      };
      const onEnd = () => {
        resolve(false);
        if (page.isConnected) void this.comeBack(page);
      };
      page.socket = FrameSocket.open(this.port, '/socket.io/?EIO=4&transport=websocket', onFrame, { onEnd, address });
    });
  }

  private hear(page: OpenPage, payload: Buffer): void {
    if (payload.includes(page.placeId)) page.seq = Math.max(page.seq, seqIn(payload));
    const at = payload.indexOf(nonceMark) + nonceMark.length;
    const sent = this.sent.get(payload.toString('latin1', at, at + nonceLength));
    if (!sent) return;
    sent.heard += 1;
    this.tallies.took(sent.kind === 'post' ? 'delivery' : 'file delivered', performance.now() - sent.began);
  }

  /** Reconnects a page and catches up, as `web/app/live/realtime.ts` does. */
  private async comeBack(page: OpenPage): Promise<void> {
    const lost = performance.now();
    const { heardAt } = page;
    page.isConnected = false;
    const { state } = this;
    state.losses += 1;
    state.away += 1;
    state.behind += 1;
    await wait(backoff(0));
    await this.connect(page);
    state.away -= 1;
    const missed = missedBy(await this.missed(page, performance.now() - heardAt + underwayMs), true);
    this.tallies.took(missed.lists ? 'missed lists' : 'missed no list', performance.now() - lost);
    const caughtUp = () => this.tallies.took('caught up', performance.now() - lost);
    if (await this.catchUp(page, missed, caughtUp)) this.tallies.took('back', performance.now() - lost);
    state.behind -= 1;
  }

  private missed(page: OpenPage, ms: number): Promise<EventName[] | null> {
    return new Promise(resolve => {
      page.told = resolve;
      page.socket?.send(`420["missed",${ms.toFixed(0)}]`);
      setTimeout(() => resolve(null), toldWithinMs);
    });
  }

  /** Fetches the changes that a page missed; false when its connection was lost meanwhile. */
  private async catchUp(page: OpenPage, missed: Missed, caughtUp: () => void): Promise<boolean> {
    const { id, workspaceId } = page.person;
    const people = ['/user/me', `/workspace/${workspaceId}/members`, `/user/${id}/conversations`];
    const counted = ['/notifications', '/unread', `/user/${id}/conversations`];
    const lists = [
      ...[`/user/${id}/society`, `/workspace/${workspaceId}/user-roles`],
      ...['', '/channels', '/roles'].map(of => `/workspace/${workspaceId}${of}`),
    ];
    const paths = new Set([
      ...(missed.lists ? [...people, ...counted, ...lists] : []),
      ...(missed.counted ? counted : []),
      ...people,
    ]);
    const changes = `/message/changes?${this.queryOf(page.placeId)}&after=${page.seq}`;
    for (let attempt = 0; page.isConnected; attempt += 1) {
      const mine = !missed.lists || (await this.timed(page, 'changes', `/user/${id}/workspaces`));
      const place = !missed.messages || (await this.timed(page, 'changes', changes));
      if (mine && place) caughtUp();
      const fetched = await Promise.all([...paths].map(path => this.timed(page, 'fetch', path, 7)));
      if (mine && place && fetched.every(Boolean)) return true;
      await wait(backoff(attempt));
    }
    return false;
  }
}

/** Returns the seq of a message in a frame. */
function seqIn(payload: Buffer): number {
  const at = payload.indexOf(seqMark) + seqMark.length;
  return Number.parseInt(payload.toString('latin1', at, at + 12), 10) || 0;
}

/** Returns the text of an answer, in brotli where it is long. */
function unpacked(body: Buffer): string {
  return body[0] === 0x7b ? body.toString() : brotliDecompressSync(body).toString();
}
