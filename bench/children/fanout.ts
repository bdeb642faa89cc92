import { setTimeout as wait } from 'node:timers/promises';
import { presenceTimes } from '@palabre/common/contract/people/presence.ts';
import { FrameSocket } from '../shared/frames.ts';
import { help } from '../shared/server.ts';

/** Requests to the listeners' process, which opens many sockets and counts the messages they receive. */
export type ListenRequest =
  | { what: 'open'; port: number; count: number; protocol: 'socket.io' | 'ws'; tokens: string[] }
  /** Waits until no frame has arrived for 1.5 s, so that all presence events are over. */
  | { what: 'settle' }
  /** Waits until `deliveries` messages have arrived since the last `forget`, or none has arrived for two seconds. */
  | { what: 'wait'; deliveries: number }
  | { what: 'forget' };

/** Messages that arrived since the last `forget`. */
export interface Listened {
  deliveries: number;
  /** Milliseconds from the time written in a message to its arrival. */
  latencies: number[];
  /** Arrival of the last message, on the clock of {@link now}. */
  last: number;
}

/** Returns the time in milliseconds, on a clock that all processes of the machine share. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;

const marker = Buffer.from('sent@');
const connected = Buffer.from('40');
let came: Listened = { deliveries: 0, latencies: [], last: 0 };
let heard = () => {};
/** Arrival of the last frame of any kind. */
let lastFrame = 0;

/**
 * In a burst, times a sample of the messages, one in this many: reading the clock would cost more than the delivery.
 */
const timedOneIn = 4;

function message(payload: Buffer): void {
  lastFrame = performance.now();
  const at = payload.indexOf(marker);
  if (at < 0) return;
  came.deliveries += 1;
  if (came.deliveries % timedOneIn === 0 || came.deliveries < 20_000) {
    came.last = now();
    came.latencies.push(came.last - Number.parseFloat(payload.toString('latin1', at + marker.length, at + 30)));
  }
  heard();
}

/** Sends `activity` at the heartbeat's interval, as a page does; `phase` spreads the sockets over the interval. */
function stayActive(socket: FrameSocket, phase: number): void {
  const every = presenceTimes.heartbeat * 1000;
  setTimeout(() => setInterval(() => socket.send('42["activity"]'), every), phase * every);
}

function open(request: Extract<ListenRequest, { what: 'open' }>): Promise<void> {
  let missing = request.count;
  return new Promise(resolve => {
    const ready = () => {
      missing -= 1;
      if (missing === 0) resolve();
    };
    for (let i = 0; i < request.count; i++) {
      if (request.protocol === 'ws') {
        FrameSocket.open(request.port, '/', payload => (payload.length === 5 ? ready() : message(payload)));
        continue;
      }
      const token = request.tokens[i % request.tokens.length];
      FrameSocket.open(request.port, '/socket.io/?EIO=4&transport=websocket', (payload, socket) => {
        if (payload[0] === 0x30) socket.send(`40{"token":"${token}"}`);
        else if (payload[0] === 0x32) socket.send('3');
        else if (payload.subarray(0, 2).equals(connected)) {
          ready();
          stayActive(socket, i / request.count);
        } else if (payload.subarray(0, 2).toString() === '44') throw new Error(payload.toString());
        else message(payload);
      });
    }
  });
}

async function settle(): Promise<void> {
  while (performance.now() - lastFrame < 1_500) await wait(100);
}

function waitFor(deliveries: number): Promise<void> {
  return new Promise(resolve => {
    let before = -1;
    const done = () => {
      clearInterval(idleCheck);
      heard = () => {};
      resolve();
    };
    const idleCheck = setInterval(() => {
      if (before === came.deliveries) done();
      before = came.deliveries;
    }, 2_000);
    heard = () => {
      if (came.deliveries >= deliveries) done();
    };
    heard();
  });
}

help(async (request: ListenRequest): Promise<Listened> => {
  if (request.what === 'open') await open(request);
  else if (request.what === 'settle') await settle();
  else if (request.what === 'forget') came = { deliveries: 0, latencies: [], last: 0 };
  else {
    await waitFor(request.deliveries);
    came.last = now();
  }
  return came;
});
