import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { WebSocketServer } from 'ws';
import { memoryNow } from './memory.ts';
import { help } from './server.ts';

/**
 * What the server is compared with: a process that does nothing but send each text it is given to every socket, by bare
 * `ws` or by Socket.IO as it comes.
 */
export type ReferenceRequest =
  | { what: 'start'; protocol: 'socket.io' | 'ws' }
  | { what: 'send'; contents: string[] }
  | { what: 'memory' };

export interface ReferenceAnswer {
  port: number;
  memory?: NodeJS.MemoryUsage;
}

let send = (_content: string): void => {};

/** A message as the server sends it, so that the bytes are the same. */
const message = (content: string) => ({
  _id: '0199f3c0-0000-7000-8000-000000000000',
  content,
  time: new Date().toISOString(),
  channelId: '0199f3c0-0000-7000-8000-000000000001',
  conversationId: null,
  updated: false,
  sender: { _id: '0199f3c0-0000-7000-8000-000000000002', firstName: 'Camille', lastName: 'Moreau', avatar: null },
  reactions: [],
  fileAttachments: [],
  pinned: false,
  nonce: '0199f3c0-0000-4000-8000-000000000003',
  position: 1,
  seq: 1,
});

function start(protocol: 'socket.io' | 'ws'): Promise<number> {
  const http = createServer();
  if (protocol === 'ws') {
    const server = new WebSocketServer({ server: http });
    server.on('connection', socket => socket.send('ready'));
    send = content => {
      const frame = Buffer.from(`42${JSON.stringify(['newMessage', message(content)])}`);
      for (const socket of server.clients) socket.send(frame, { binary: false });
    };
  } else {
    const io = new Server(http, { serveClient: false });
    send = content => io.emit('newMessage', message(content));
  }
  return new Promise(resolve => http.listen(0, '127.0.0.1', () => resolve((http.address() as { port: number }).port)));
}

let port = 0;
help(async (request: ReferenceRequest): Promise<ReferenceAnswer> => {
  if (request.what === 'memory') return { port, memory: memoryNow() };
  if (request.what === 'start') port = await start(request.protocol);
  else for (const content of request.contents) send(content);
  return { port };
});
