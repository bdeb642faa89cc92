import { FrameSocket } from '../shared/frames.ts';
import { help } from '../shared/server.ts';

/** Requests to the process that connects people, by Socket.IO or bare WebSockets, and keeps their sockets open. */
export type PeopleRequest =
  /** Connects all people at once, or `atOnce` at a time. */
  | { what: 'connect'; port: number; tokens: string[]; protocol?: 'socket.io' | 'ws'; atOnce?: number }
  | { what: 'leave' };

/** Milliseconds from the first attempt to each connection, in the order of the connections. */
export type Arrivals = number[];

const connected = Buffer.from('40');
const refused = Buffer.from('44');
let people: FrameSocket[] = [];

/** Connects one person and answers the protocol's own frames. */
function arrive(port: number, token: string, protocol: 'socket.io' | 'ws', done: () => void): FrameSocket {
  if (protocol === 'ws') {
    let greeted = false;
    return FrameSocket.open(port, '/', () => {
      if (!greeted) done();
      greeted = true;
    });
  }
  return FrameSocket.open(port, '/socket.io/?EIO=4&transport=websocket', (payload, socket) => {
    const head = payload.subarray(0, 2);
    if (payload[0] === 0x30) socket.send(`40{"token":"${token}"}`);
    else if (payload[0] === 0x32) socket.send('3');
    else if (head.equals(connected)) done();
    else if (head.equals(refused)) throw new Error(payload.toString());
  });
}

function connect(request: Extract<PeopleRequest, { what: 'connect' }>): Promise<Arrivals> {
  const { port, tokens, protocol = 'socket.io', atOnce = tokens.length } = request;
  const began = performance.now();
  const arrivals: Arrivals = [];
  let next = 0;
  return new Promise(resolve => {
    const open = () => {
      const token = tokens[next];
      next += 1;
      if (token === undefined) return;
      people.push(
        arrive(port, token, protocol, () => {
          arrivals.push(performance.now() - began);
          if (arrivals.length === tokens.length) resolve(arrivals);
          else open();
        }),
      );
    };
    for (let i = 0; i < atOnce; i++) open();
  });
}

help(async (request: PeopleRequest): Promise<Arrivals> => {
  if (request.what === 'connect') return connect(request);
  for (const person of people) person.close();
  people = [];
  return [];
});
