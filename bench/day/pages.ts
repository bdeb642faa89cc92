import { setTimeout as wait } from 'node:timers/promises';
import { presenceTimes } from '@palabre/common/contract/people/presence.ts';
import { FrameSocket } from '../shared/frames.ts';
import { ask } from './asking.ts';
import type { Tallies } from './tallies.ts';
import type { DayPerson } from './world.ts';

/** A person's page: what it has open, and whether its socket is connected. */
export interface OpenPage {
  person: DayPerson;
  socket: FrameSocket | undefined;
  isConnected: boolean;
  /** Place that the page shows. */
  placeId: string;
}

/** Post that is on its way: when it was sent, how many pages should hear of it, and how many have. */
interface Sent {
  began: number;
  pages: number;
  heard: number;
}

const connected = Buffer.from('40');
const nonceMark = Buffer.from('"nonce":"');
const newMessage = Buffer.from('42["newMessage"');
const nonceLength = 36;
/** Milliseconds before the next attempt of a page to connect, as `web/platform/server/connecting.ts` has it. */
const backoff = (attempt: number): number => Math.min(20_000, 400 * 2 ** Math.min(attempt, 8)) * (0.5 + Math.random());

/**
 * Pages of all people, which connect again by themselves and fetch what they missed. They measure `boot`, `connect`, `latest` (the
 * first page of messages), `delivery`, `fetch` (a list or page after a cut) and `back` (from a cut until all that is fetched).
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
    // Each page says every 15 s that its person is there; a few of them at each tick.
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

  /** Number of losses so far, of pages that are not connected, and of those that have not fetched what they missed. */
  readonly state = { losses: 0, away: 0, behind: 0 };

  /** Opens a person's page: boot, socket, latest messages of a place. */
  async arrive(person: DayPerson): Promise<void> {
    const [placeId = ''] = person.placeIds;
    const page: OpenPage = { person, socket: undefined, isConnected: false, placeId };
    await this.timed(page, 'boot', `/boot?workspaceId=${person.workspaceId}`);
    const began = performance.now();
    await this.connect(page);
    this.tallies.took('connect', performance.now() - began);
    this.open.push(page);
    this.byPerson.set(person.id, page);
    await this.timed(page, 'latest', `/message/paginated?${this.queryOf(placeId)}&limit=50`);
  }

  /** Notes a post that these pages should hear of. */
  expect(nonce: string, began: number, pages: number): void {
    this.sent.set(nonce, { began, pages, heard: 0 });
  }

  /** Forgets all posts; returns how many deliveries never came. */
  missing(): number {
    const missing = [...this.sent.values()].reduce((sum, { pages, heard }) => sum + Math.max(0, pages - heard), 0);
    this.sent.clear();
    return missing;
  }

  private async timed({ person }: OpenPage, kind: string, path: string): Promise<boolean> {
    const began = performance.now();
    const { status } = await ask(this.port, person, 'GET', path, { by: 'fetching' });
    if (status === 200) this.tallies.took(kind, performance.now() - began);
    else this.tallies.failed(kind, status);
    return status === 200;
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
        if (payload[0] === 0x30) socket.send(`40{"token":"${token}"}`);
        else if (payload[0] === 0x32) socket.send('3');
        else if (payload.subarray(0, 2).equals(connected)) {
          page.isConnected = true;
          resolve(true);
        } else if (payload.subarray(0, newMessage.length).equals(newMessage)) this.hear(payload);
      };
      const onEnd = () => {
        resolve(false);
        if (page.isConnected) void this.comeBack(page);
      };
      page.socket = FrameSocket.open(this.port, '/socket.io/?EIO=4&transport=websocket', onFrame, { onEnd, address });
    });
  }

  private hear(payload: Buffer): void {
    const at = payload.indexOf(nonceMark) + nonceMark.length;
    const sent = this.sent.get(payload.toString('latin1', at, at + nonceLength));
    if (!sent) return;
    sent.heard += 1;
    this.tallies.took('delivery', performance.now() - sent.began);
  }

  /** Connects a page again and fetches what it missed, as `web/app/live/realtime.ts` does: its lists and its place. */
  private async comeBack(page: OpenPage): Promise<void> {
    const lost = performance.now();
    page.isConnected = false;
    const { state } = this;
    state.losses += 1;
    state.away += 1;
    state.behind += 1;
    await wait(backoff(0));
    await this.connect(page);
    state.away -= 1;
    if (await this.catchUp(page)) this.tallies.took('back', performance.now() - lost);
    state.behind -= 1;
  }

  /** Fetches what a page missed; false when its connection was lost meanwhile. */
  private async catchUp(page: OpenPage): Promise<boolean> {
    const { id, workspaceId } = page.person;
    const first = [`/user/${id}/workspaces`, `/workspace/${workspaceId}/user-roles`];
    const then = [
      ...['/user/me', `/user/${id}/conversations`, `/user/${id}/society`, '/notifications', '/unread'],
      ...['', '/channels', '/roles', '/members'].map(of => `/workspace/${workspaceId}${of}`),
      `/message/paginated?${this.queryOf(page.placeId)}&limit=50`,
    ];
    for (let attempt = 0; page.isConnected; attempt += 1) {
      const fetched: boolean[] = [];
      for (const path of first) fetched.push(await this.timed(page, 'fetch', path));
      fetched.push(...(await Promise.all(then.map(path => this.timed(page, 'fetch', path)))));
      if (fetched.every(Boolean)) return true;
      await wait(backoff(attempt));
    }
    return false;
  }
}
