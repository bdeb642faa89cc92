import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { help } from './server.ts';

/** What one person, with as much as they can send, does to the others for some seconds. */
export type Flood = 'statuses' | 'nested frames' | 'bodies that stop' | 'spellings of a token' | 'edits' | 'roles';

export interface FloodRequest {
  flood: Flood;
  seconds: number;
  port: number;
  token: string;
  messageId: string;
  roleId: string;
}

/** How many of each answer, by status. */
export type FloodAnswer = Record<string, number>;

type Answered = (what: string | number) => void;

/** Keeps so many calls in flight until the time is over. */
async function inFlight(count: number, until: number, call: (n: number) => Promise<number>, answered: Answered) {
  let n = 0;
  const one = async () => {
    while (performance.now() < until) answered(await call(n++).catch(() => 'cut'));
  };
  await Promise.all(Array.from({ length: count }, one));
}

/** As many frames as the socket takes, and again on another one once it is closed. */
async function frames({ port, token }: FloodRequest, until: number, frame: string, answered: Answered) {
  while (performance.now() < until) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`);
    let open = true;
    let welcome = false;
    socket.on('error', () => {});
    socket.on('close', () => {
      open = false;
    });
    socket.on('message', data => {
      const said = String(data);
      if (said.startsWith('0')) socket.send(`40{"token":"${token}"}`);
      else if (said.startsWith('40')) welcome = true;
      else if (said === '2') socket.send('3');
    });
    while (open && performance.now() < until) {
      for (let i = 0; welcome && open && i < 100; i++) socket.send(frame);
      if (welcome) answered('hundreds of frames');
      await wait(5);
    }
    if (!open) answered('closed');
    socket.terminate();
  }
}

async function send({ port, token }: FloodRequest, method: string, path: string, body?: unknown): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Announces 10 MB, sends nearly all of it and then nothing more. */
function stoppedBody({ port }: FloodRequest, until: number): Promise<number> {
  const part = 'x'.repeat(900_000);
  const body = new ReadableStream({
    async start(controller) {
      for (let i = 0; i < 11; i++) controller.enqueue(new TextEncoder().encode(part));
      await wait(Math.max(0, until - performance.now()));
      controller.error(new Error('stopped'));
    },
  });
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' };
  return fetch(`http://127.0.0.1:${port}/api/user/register`, options as RequestInit).then(({ status }) => status);
}

const floods: Record<Flood, (request: FloodRequest, until: number, answered: Answered) => Promise<void>> = {
  statuses: (request, until, answered) => frames(request, until, '421["setStatus","busy"]', answered),
  'nested frames': (request, until, answered) =>
    frames(request, until, `42["activity",${'['.repeat(32_000)}${']'.repeat(32_000)}]`.slice(0, 64_000), answered),
  'bodies that stop': (request, until, answered) => inFlight(150, until, () => stoppedBody(request, until), answered),
  'spellings of a token': (request, until, answered) =>
    inFlight(
      32,
      until,
      n => send({ ...request, token: `${request.token}${'='.repeat(n % 900)}` }, 'GET', '/user/me'),
      answered,
    ),
  edits: (request, until, answered) =>
    inFlight(
      300,
      until,
      n => send(request, 'PUT', `/message/${request.messageId}`, { content: `version ${n}` }),
      answered,
    ),
  roles: (request, until, answered) =>
    inFlight(64, until, n => send(request, 'PUT', `/role/${request.roleId}`, { name: `rôle ${n}` }), answered),
};

help(async (request: FloodRequest): Promise<FloodAnswer> => {
  const counts: FloodAnswer = {};
  const answered = (what: string | number) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  await floods[request.flood](request, performance.now() + request.seconds * 1_000, answered);
  return counts;
});
