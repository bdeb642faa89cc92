import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Agent, request as ask, createServer, type IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import type { Server } from 'engine.io';
import type { Siblings } from '../processes/siblings.ts';

type EngineRequest = Parameters<Server['handleRequest']>[0];
type EngineSocket = Parameters<Server['handleUpgrade']>[1];

/** Hop-by-hop headers, which are not forwarded. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding']);
/** Keep-alive agent: a connection that its worker closes with the answer may fail while the request still ends. */
const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 });

/**
 * Routes each polling request of a connection to the worker that owns it, whichever worker accepts the request. The id
 * of a connection begins with the number of its worker, and the others forward its requests.
 * @returns a function that closes the socket it listens on
 */
export async function shareTransports(engine: Server, siblings: Siblings): Promise<() => void> {
  const { number, count } = siblings;
  engine.generateId = () => `${number}.${randomBytes(15).toString('base64url')}`;
  engine.use((request: IncomingMessage & { _query?: Record<string, unknown> }, response: unknown, next: () => void) => {
    const owner = ownerOf(request._query?.sid);
    if (owner === undefined || owner === number || owner < 1 || owner > count) return next();
    const path = siblings.socketOf(owner);
    if (response instanceof ServerResponse) passOn(path, request, response);
    else joinTo(path, request);
  });
  const server = createServer((request, response) => engine.handleRequest(request as EngineRequest, response));
  server.keepAliveTimeout = 0;
  server.on('upgrade', (request, socket, head) =>
    engine.handleUpgrade(request as EngineRequest, socket as EngineSocket, head),
  );
  const own = siblings.socketOf(number);
  // A killed predecessor may have left its socket file.
  rmSync(own, { force: true });
  await new Promise<void>((done, failed) => {
    // Listens on a path of its own: a worker's `listen` would otherwise go through its parent process.
    server.once('error', failed).listen({ path: own, exclusive: true }, done);
  });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Reads the number of the worker in the id of a connection. */
function ownerOf(sid: unknown): number | undefined {
  const [, number] = typeof sid === 'string' ? (/^(\d{1,3})\./.exec(sid) ?? []) : [];
  return number === undefined ? undefined : Number(number);
}

/** Forwards a request to another worker, and its answer back. */
function passOn(socketPath: string, request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = request;
  const asked = ask({ agent, socketPath, method, path: url, headers: withoutConnection(headers) }, answer => {
    response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
    pipeline(answer, response, () => {});
  });
  asked.on('error', () => {
    // The worker is gone, and the connection with it: the client opens another.
    if (!response.headersSent) response.writeHead(503);
    response.end();
  });
  response.once('close', () => asked.destroy());
  pipeline(request, asked, () => {});
}

/** Connects a WebSocket upgrade to another worker, for as long as it lasts. */
function joinTo(path: string, { method, url, rawHeaders, socket }: IncomingMessage): void {
  const other = connect(path);
  const lines = rawHeaders.flatMap((text, n) => (n % 2 ? [] : [`${text}: ${rawHeaders[n + 1]}`]));
  other.write(`${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`, 'latin1');
  pipeline(socket, other, socket, () => {});
}

const withoutConnection = <T extends object>(headers: T): T =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name))) as T;
