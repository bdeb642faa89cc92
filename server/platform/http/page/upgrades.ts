import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Refuse } from '../../pacing/refusals.ts';
import { AppError, languageOf } from '../errors.ts';

const statusTexts = { 400: 'Bad Request', 426: 'Upgrade Required' };

/**
 * Answers upgrade requests other than the WebSocket of Socket.IO (`curl --http2` asks for h2c), which engine.io would
 * close without an answer: 426 for another protocol, 400 for another path. Called once engine.io listens.
 */
export function answerOtherUpgrades(
  http: Server,
  refuse: Refuse,
  headers: Readonly<Record<string, string>> = {},
): void {
  const listeners = http.listeners('upgrade');
  http.removeAllListeners('upgrade');
  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    if (isWebSocket && request.url?.startsWith('/socket.io/')) {
      for (const listener of listeners) listener.call(http, request, socket, head);
      return;
    }
    refuse('upgrade');
    const failure = new AppError(isWebSocket ? 'invalid_input' : 'upgrade_refused');
    const status = isWebSocket ? 400 : 426;
    const body = JSON.stringify(failure.body(languageOf(request.headers['accept-language'])));
    socket.on('error', () => {});
    socket.end(
      [
        `HTTP/1.1 ${status} ${statusTexts[status]}`,
        'connection: close',
        ...(isWebSocket ? [] : ['upgrade: websocket']),
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        '',
        body,
      ].join('\r\n'),
    );
  });
}
