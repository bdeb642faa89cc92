import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { ask, formOf } from './asking.ts';
import type { OpenPage, Pages } from './pages.ts';
import type { Tallies } from './tallies.ts';
import { commonWord, seeded, texts } from './texts.ts';

/** Place as the load knows it: its initial messages, and its readers. */
export interface LoadPlace {
  id: string;
  kind: 'channel' | 'conversation';
  people: string[];
  messages: number;
}

/** Rates of actions per second, for 5,000 people together. */
export const rates = {
  post: 60,
  reaction: 15,
  read: 30,
  typing: 20,
  search: 20,
  upload: 5,
  'latest page': 10,
  'deep page': 3,
} as const;

type DoingKind = keyof typeof rates;

/** Sizes of uploads; one in five is a picture, which gets a thumbnail. */
const documentBytes = 200_000;
const picture = { width: 1_600, height: 1_200 };
/** Share of posts with a mention: one in this many. */
const mentionsOneIn = 20;
const tickMs = 5;
/** Number of last posts that get reactions. */
const recentPosts = 500;
/** Delay before a refused post is retried, as in the page's outbox. */
const againMs = 1_000;

/** Runs people's actions at steady rates, whether earlier requests have been answered or not (open loop). */
export class Doing {
  private readonly random = seeded(3);
  private readonly places: Map<string, LoadPlace>;
  private readonly posted: { id: string; placeId: string }[] = [];
  private readonly positions = new Map<string, number>();
  private readonly document = randomBytes(documentBytes);
  private picture: Buffer = Buffer.alloc(0);
  /** Posts that the server has answered with 201 or 200. */
  acknowledged = 0;
  /** Unacknowledged posts. */
  waiting = 0;

  constructor(
    private readonly port: number,
    private readonly pages: Pages,
    private readonly tallies: Tallies,
    places: readonly LoadPlace[],
    private readonly longest: string,
  ) {
    this.places = new Map(places.map(place => [place.id, place]));
  }

  async prepare(): Promise<void> {
    const noise = randomBytes(picture.width * picture.height * 3);
    this.picture = await sharp(noise, { raw: { ...picture, channels: 3 } })
      .blur(4)
      .jpeg({ quality: 80 })
      .toBuffer();
  }

  /** Returns a place's name in a query. */
  queryOf(placeId: string): string {
    return `${this.places.get(placeId)?.kind}Id=${placeId}`;
  }

  /** Runs until `over` resolves, at `factor` times the usual rates, less while people are still arriving. */
  async run(over: Promise<unknown>, factor: () => number): Promise<void> {
    let running = true;
    const stop = () => {
      running = false;
    };
    over.then(stop, stop);
    const kinds = Object.keys(rates) as DoingKind[];
    const due = new Map(kinds.map((kind, n) => [kind, n / kinds.length]));
    for (let before = performance.now(); running; await wait(tickMs)) {
      const now = performance.now();
      for (const kind of kinds) {
        let owed = (due.get(kind) ?? 0) + (rates[kind] * factor() * (now - before)) / 1_000;
        for (; owed >= 1; owed -= 1) void this.one(kind, now);
        due.set(kind, owed);
      }
      before = now;
    }
  }

  private pick<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.random() * all.length)];
  }

  private async one(kind: DoingKind, began: number): Promise<void> {
    const page = this.pick(this.pages.open);
    const place = this.places.get(this.pick(page?.person.placeIds ?? []) ?? '');
    if (!page?.isConnected || !place) return;
    if (kind === 'post') return this.post(page, place, began);
    if (kind === 'upload') return this.upload(page, place, began);
    const { person } = page;
    const ids = { [`${place.kind}Id`]: place.id };
    if (kind === 'typing') return page.socket?.send(`42["typing",${JSON.stringify(ids)}]`);
    const asked = {
      reaction: () => this.reactTo(this.pick(this.posted)),
      read: () => {
        const position = this.positions.get(place.id) ?? place.messages;
        return ask(this.port, person, 'PUT', '/unread/place', { body: { ...ids, position } });
      },
      search: () => ask(this.port, person, 'GET', `/search/${this.query()}`),
      'latest page': () => ask(this.port, person, 'GET', `/message/paginated?${this.queryOf(place.id)}&limit=50`),
      'deep page': () => this.readDeep(page, place),
    }[kind]();
    const answer = await asked;
    if (!answer) return;
    if (answer.status === 200) this.tallies.took(kind, performance.now() - began);
    else this.tallies.failed(kind, answer.status);
  }

  /** Makes a search query: one word, two, or the beginning of a word; one search in ten is for files. */
  private query(): string {
    const kind = this.random();
    const word = commonWord(this.random());
    const q = kind < 0.5 ? word : kind < 0.75 ? `${word} ${commonWord(this.random())}` : word.slice(0, 5);
    return `${kind > 0.9 ? 'files' : 'messages'}?q=${encodeURIComponent(q)}`;
  }

  private reactTo(post: { id: string; placeId: string } | undefined) {
    const readers = this.places.get(post?.placeId ?? '')?.people ?? [];
    const reader = this.pick(readers);
    const page = this.pages.byPerson.get(reader ?? '');
    return page && ask(this.port, page.person, 'POST', `/message/${post?.id}/reaction`, { body: { reaction: '👍' } });
  }

  /** Reads a page anywhere in a place; one time in four, in the longest channel. */
  private readDeep({ person }: OpenPage, place: LoadPlace) {
    const longest = this.places.get(this.longest) as LoadPlace;
    const isLongest = this.random() < 0.25;
    const of = isLongest ? longest : place;
    const reader = isLongest ? this.pages.byPerson.get(this.pick(longest.people) ?? '')?.person : person;
    const cursor = Buffer.from(`p${1 + Math.floor(this.random() * of.messages)}`).toString('base64url');
    return reader && ask(this.port, reader, 'GET', `/message/paginated?${this.queryOf(of.id)}&limit=50&prev=${cursor}`);
  }

  private async post(page: OpenPage, place: LoadPlace, began: number): Promise<void> {
    const text = this.pick(texts);
    const called = this.random() < 1 / mentionsOneIn ? `<@${this.pick(place.people)}> ` : '';
    const body = { [`${place.kind}Id`]: place.id, content: `${called}${text}`, nonce: randomUUID() };
    await this.send('post', page, place, began, body.nonce, body);
  }

  private async upload(page: OpenPage, place: LoadPlace, began: number): Promise<void> {
    const nonce = randomUUID();
    const fields = { [`${place.kind}Id`]: place.id, content: 'Voici', nonce };
    const form =
      this.random() < 0.2 ? formOf(fields, 'photo.jpg', this.picture) : formOf(fields, 'plan.bin', this.document);
    await this.send('upload', page, place, began, nonce, form);
  }

  /** Sends a message until it is acknowledged, under one nonce. */
  private async send(
    kind: 'post' | 'upload',
    { person }: OpenPage,
    place: LoadPlace,
    began: number,
    nonce: string,
    body: object | Buffer,
  ): Promise<void> {
    const there = place.people.filter(id => this.pages.byPerson.get(id)?.isConnected);
    this.pages.expect(nonce, kind, began, there.length);
    this.waiting += 1;
    for (;;) {
      const { status, body: answer } = await ask(this.port, person, 'POST', '/message', { body });
      if (status === 201 || status === 200) {
        this.tallies.took(kind, performance.now() - began);
        const { message } = JSON.parse(answer.toString()) as { message: { _id: string; position: number } };
        this.posted.push({ id: message._id, placeId: place.id });
        if (this.posted.length > recentPosts) this.posted.shift();
        this.positions.set(place.id, message.position);
        this.acknowledged += 1;
        this.waiting -= 1;
        return;
      }
      this.tallies.failed(kind, status);
      await wait(againMs * (0.5 + Math.random()));
    }
  }
}
