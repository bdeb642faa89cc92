import { say } from '../tools/setup.mjs';
import { rates } from './day/doing.ts';
import { seeded } from './day/texts.ts';
import { table, whole } from './shared/figures.ts';

/**
 * Simulates the number and cost of events that each process receives from the others, in two designs: the present
 * single line, of which each process receives everything (decision 0006), and channels by place, which a process
 * receives where it has people of that place (decision 0059); in the second, people are at any process, or at the same
 * process as their workspace. No server is started; the same seed gives the same figures. `EVENT_US` and `COPY_US` are
 * microseconds of processor to receive an event, and of Redis to send one copy of it; `RATE` multiplies the rates of
 * people's actions.
 */
const peopleOfProcess = Number(process.env.PEOPLE ?? 5_000);
const sizes = (process.env.SIZES ?? '10000,25000,50000,100000,250000,500000,1000000').split(',').map(Number);
const eventUs = Number(process.env.EVENT_US ?? 10);
const copyUs = Number(process.env.COPY_US ?? 0.6);
const rate = Number(process.env.RATE ?? 1);
/** Events drawn for each figure. */
const draws = 20_000;
/** Rate of events per person that other processes may receive, from a day of 5,000 people (bench/day). */
const eventsOfPerson = ((rates.post + rates.reaction + rates.read + rates.typing + rates.upload) / 5_000) * rate;

/** Audiences of an event: this many neighbours in the order of the company, or all people. */
const audiences = [
  { share: 0.7, people: 50, name: 'a workspace of 50' },
  { share: 0.2, people: 2, name: 'a conversation' },
  { share: 0.09, people: 1_000, name: 'a workspace of 1,000' },
  { share: 0.01, people: Number.POSITIVE_INFINITY, name: 'everybody' },
];
/** Workspaces and conversations that a person is in. */
const roomsOfPerson = [2, 10, 1, 1];

/** Counts the other processes with at least one recipient of an event; the mean of many events. */
function hearers(people: number, processes: number, isTogether: boolean): number {
  const random = seeded(processes);
  // Process of each person: at random, or together with their neighbours in the company.
  const placed = new Uint16Array(people);
  for (let n = 0; n < people; n += 1) {
    placed[n] = isTogether ? Math.floor((n * processes) / people) : Math.floor(random() * processes);
  }
  let heard = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    let kind = random();
    const audience = audiences.find(({ share }) => {
      kind -= share;
      return kind < 0;
    });
    const size = Math.min(audience?.people ?? 1, people);
    if (size === people) {
      heard += processes - 1;
      continue;
    }
    const first = Math.floor(random() * people);
    const there = new Set<number>();
    for (let n = 0; n < size && there.size < processes; n += 1) there.add(placed[(first + n) % people] as number);
    heard += there.size - 1;
  }
  return heard / draws;
}

/** Counts the channels that a process subscribes to: the rooms of its people, each once. */
function channelsOf(people: number, processes: number, isTogether: boolean): number {
  const own = people / processes;
  return audiences.reduce((sum, { people: size }, kind) => {
    const rooms = size > people ? 1 : (people * (roomsOfPerson[kind] as number)) / size;
    // A process follows a room unless none of its people is here.
    const followed = isTogether ? 1 / processes + Math.min(size, people) / people : 1 - (1 - 1 / processes) ** size;
    return sum + Math.min(rooms * Math.min(1, followed), own * 2 * (roomsOfPerson[kind] as number));
  }, 0);
}

const rows = [
  [
    ...['people', 'processes', 'events/s in all', 'design', 'events/s each hears', 'of each core, %'],
    ...['copies/s of the line', 'of one core of Redis, %', 'channels each follows'],
  ],
];
for (const people of sizes) {
  const processes = Math.max(2, Math.ceil(people / peopleOfProcess));
  const events = people * eventsOfPerson;
  for (const [design, others, channels] of [
    ['one line', processes - 1, 1],
    ['by place, people anywhere', hearers(people, processes, false), channelsOf(people, processes, false)],
    ['by place, people together', hearers(people, processes, true), channelsOf(people, processes, true)],
  ] as const) {
    const each = (events * others) / processes;
    rows.push([
      ...[whole(people), whole(processes), whole(events), design, whole(each), ((each * eventUs) / 1e4).toFixed(1)],
      ...[whole(events * others), ((events * others * copyUs) / 1e4).toFixed(1), whole(channels)],
    ]);
  }
}
const told = audiences.map(({ name, share }) => `${whole(share * 100)} % in ${name}`).join(', ');
table(
  `Events heard of other processes, ${whole(peopleOfProcess)} people each, ${eventUs} µs an event heard, ${copyUs} µs a copy; ${told}`,
  rows,
);
say('');
