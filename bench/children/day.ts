import { setTimeout as wait } from 'node:timers/promises';
import { Doing, type LoadPlace } from '../day/doing.ts';
import { Pages } from '../day/pages.ts';
import { Tallies, type Tally } from '../day/tallies.ts';
import type { DayPerson } from '../day/world.ts';
import { help } from '../shared/server.ts';

/** Requests to the process that simulates the people of a company, in the order of a day. */
export type DayRequest =
  | { what: 'begin'; port: number; people: DayPerson[]; places: LoadPlace[]; longest: string; factor: number }
  /** All people arrive within `seconds`; arrived people are active. */
  | { what: 'arrive'; seconds: number }
  | { what: 'live'; seconds: number }
  /** All people lose their connection once and reconnect; resolves when all have. */
  | { what: 'lose' };

/** Measures since the last request. */
export interface DayAnswer {
  tallies: Record<string, Tally>;
  /** Missing deliveries; counted only while nobody loses a connection. */
  missing: number;
  /** Posts and uploads acknowledged since the beginning, and those still pending. */
  acknowledged: number;
  waiting: number;
  /** Milliseconds from the first loss until all were connected, and until all had caught up. */
  connectedMs: number;
  backMs: number;
  /** Share of its core that the load used. */
  busy: number;
}

const lookMs = 20;
/** Grace period for the last posts to arrive. */
const lastMs = 2_000;
/** Limit on the wait for reconnections. */
const backWithinMs = 600_000;

const tallies = new Tallies();
let pages: Pages;
let doing: Doing;
let people: DayPerson[] = [];
let factor = 1;

async function begin(request: Extract<DayRequest, { what: 'begin' }>): Promise<void> {
  ({ people, factor } = request);
  pages = new Pages(request.port, tallies, placeId => doing.queryOf(placeId));
  doing = new Doing(request.port, pages, tallies, request.places, request.longest);
  await doing.prepare();
}

/** Opens all pages, evenly over this many seconds. */
async function arrive(seconds: number): Promise<void> {
  const began = performance.now();
  const opening: Promise<void>[] = [];
  for (const [n, person] of people.entries()) {
    await wait(Math.max(0, began + (n * seconds * 1_000) / people.length - performance.now()));
    opening.push(pages.arrive(person));
  }
  await Promise.all(opening);
}

/** Waits until all pages have lost their connection and have reconnected. */
async function loseAll(): Promise<{ connectedMs: number; backMs: number }> {
  const { state } = pages;
  const until = performance.now() + backWithinMs;
  const before = state.losses;
  const is = async (true_: () => boolean) => {
    while (!true_() && performance.now() < until) await wait(lookMs);
    return performance.now();
  };
  const began = await is(() => state.losses > before);
  const connected = await is(() => state.losses - before >= pages.open.length && state.away === 0);
  const back = await is(() => state.behind === 0);
  return { connectedMs: connected - began, backMs: back - began };
}

help(async (request: DayRequest): Promise<DayAnswer> => {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  let back = { connectedMs: 0, backMs: 0 };
  if (request.what === 'begin') await begin(request);
  else {
    const over =
      request.what === 'arrive'
        ? arrive(request.seconds)
        : request.what === 'live'
          ? wait(request.seconds * 1_000)
          : loseAll().then(took => {
              back = took;
            });
    await doing.run(over, () => (factor * pages.open.length) / people.length);
    await over;
    if (request.what === 'live') await wait(lastMs);
  }
  const { user, system } = process.cpuUsage(cpu);
  return {
    tallies: tallies.take(),
    missing: pages.missing(),
    acknowledged: doing.acknowledged,
    waiting: doing.waiting,
    ...back,
    busy: (user + system) / 1_000 / (performance.now() - began),
  };
});
