import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FloodRequest } from '../children/floods.ts';
import { change, type Flooding, inFlight, oneAddress, respelled } from './sending.ts';

const bytes = 960 * 1024;
const deep = '['.repeat(bytes / 2) + ']'.repeat(bytes / 2);
const wide = `{${Array.from({ length: bytes / 12 }, (_, n) => `"f${n}":1`).join()}}`;

const json = (path: string, body: string): Flooding =>
  inFlight(6, () => ({ method: 'POST', path, token: '', headers: oneAddress, body }));

/** Makes a flood of `count` open connections, which are replaced when they close; `does` runs on each. */
const connections =
  (count: number, does: (socket: Socket, answered: (what: string) => void) => void): Flooding =>
  async ({ port }, until, answered) => {
    const open = new Set<Socket>();
    while (performance.now() < until) {
      for (let n = 0; n < 100 && open.size < count; n += 1) {
        const socket = connect(port, '127.0.0.1');
        open.add(socket);
        socket
          .on('error', () => {})
          .on('close', () => {
            open.delete(socket);
            answered('closed');
          })
          .on('data', () => {});
        void once(socket, 'connect').then(
          () => does(socket, answered),
          () => {},
        );
      }
      await wait(10);
    }
    answered(`open at the end: ${open.size}`);
    for (const socket of open) socket.destroy();
  };

const halfSent = connections(4_000, (socket, answered) => {
  socket.write('GET /api/user/me HTTP/1.1\r\nhost: localhost\r\nx-half');
  answered('opened');
});

const asked = `GET /api/nothing HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${oneAddress['x-forwarded-for']}\r\n\r\n`;
const pipelined = connections(500, (socket, answered) => {
  const say = (): void => {
    if (!socket.writable) return;
    answered('twenty pipelined');
    socket.write(asked.repeat(20), () => setTimeout(say, 100));
  };
  say();
});

const login = (email: string, headers: Record<string, string>) => ({
  ...change('POST', '/user/login', { email, password: 'pas le bon' }),
  token: '',
  headers,
});

/** Floods without a session. */
export const nobody = {
  'respelled ids': inFlight(64, (n, { userId, email }: FloodRequest) => ({
    ...change('POST', '/otp/sent', { p_id: respelled(userId, n), p_email: email }),
    token: '',
    headers: oneAddress,
  })),
  'codes for nobody': inFlight(64, n => ({
    ...change('POST', '/otp/sent', { p_id: randomUUID(), p_email: `personne-${n}@exemple.fr` }),
    token: '',
    headers: { 'x-forwarded-for': `192.0.2.${n % 250}` },
  })),
  'guessed codes': inFlight(64, (n, { userId }: FloodRequest) => ({
    ...change('POST', '/otp/check', {
      p_id: respelled(userId, n),
      p_otp: String(n).padStart(6, '0'),
      p_option: 'email',
    }),
    token: '',
    headers: oneAddress,
  })),
  'deep JSON': json('/user/login', deep),
  'deep JSON to nothing': json('/nothing', deep),
  'wide JSON': json('/user/login', wide),
  'wide JSON to nothing': json('/nothing', wide),
  'the document and nothing': inFlight(64, n => ({
    method: 'GET',
    path: n % 2 ? '/openapi.json' : `/nothing-${n}`,
    token: '',
    headers: oneAddress,
  })),
  'wrong passwords of one account': inFlight(64, (_n, { email }: FloodRequest) => login(email, oneAddress)),
  'wrong passwords of many addresses': inFlight(64, (n, { email }: FloodRequest) =>
    login(email, { 'x-forwarded-for': `2001:db8:${(n % 60_000).toString(16)}::1` }),
  ),
  'half-sent headers': halfSent,
  'pipelined connections': pipelined,
};
