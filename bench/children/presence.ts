import { FrameSocket } from '../shared/frames.ts';
import { help } from '../shared/server.ts';

/** Requests to the process that connects people, counts the status events they receive, and times messages to them. */
export type PresenceRequest =
  | { what: 'connect'; port: number; tokens: string[] }
  /** Returns the counts since the last `take`. */
  | { what: 'take' }
  | { what: 'leave' };

/** Counts since the last `take`. */
export interface PresenceAnswer {
  statuses: number;
  /** Milliseconds from the post of each message to its arrival. */
  delays: number[];
}

const [connected, refused] = [Buffer.from('40'), Buffer.from('44')];
const userUpdate = Buffer.from('42["userUpdate"');
const newMessage = Buffer.from('42["newMessage"');
let open: FrameSocket[] = [];
let heard: PresenceAnswer = { statuses: 0, delays: [] };

function arrive(port: number, token: string, done: () => void): void {
  const socket = FrameSocket.open(port, '/socket.io/?EIO=4&transport=websocket', (payload, own) => {
    const head = payload.subarray(0, 2);
    if (payload[0] === 0x30) own.send(`40{"token":"${token}"}`);
    else if (payload[0] === 0x32) own.send('3');
    else if (head.equals(connected)) done();
    else if (head.equals(refused)) throw new Error(payload.toString());
    else if (payload.subarray(0, userUpdate.length).equals(userUpdate)) {
      heard.statuses += 1;
    } else if (payload.subarray(0, newMessage.length).equals(newMessage)) {
      const sent = Number(/"t:([\d.]+)"/.exec(payload.toString())?.[1]);
      heard.delays.push(performance.timeOrigin + performance.now() - sent);
    }
  });
  open.push(socket);
}

function connect(port: number, tokens: readonly string[]): Promise<void> {
  return new Promise(resolve => {
    let left = tokens.length;
    for (const token of tokens) {
      arrive(port, token, () => {
        left -= 1;
        if (left === 0) resolve();
      });
    }
  });
}

help(async (request: PresenceRequest): Promise<PresenceAnswer> => {
  if (request.what === 'connect') await connect(request.port, request.tokens);
  if (request.what === 'leave') {
    for (const socket of open) socket.close();
    open = [];
  }
  const answer = heard;
  if (request.what === 'take') heard = { statuses: 0, delays: [] };
  return answer;
});
