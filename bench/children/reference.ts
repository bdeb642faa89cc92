import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { WebSocketServer } from 'ws';
import { memoryNow } from '../shared/memory.ts';
import { help } from '../shared/server.ts';

/**
 * Requests to the reference process, which only sends each given text to every socket, by bare `ws` or by an unchanged
 * Socket.IO.
 */
export type ReferenceRequest =
  | { what: 'start'; protocol: 'socket.io' | 'ws' }
  | { what: 'send'; contents: string[] }
  | { what: 'memory' };

/** Answer of the reference process. */
export interface ReferenceAnswer {
  port: number;
  memory?: NodeJS.MemoryUsage;
}

let send = (_content: string): void => {};

/** Makes a message with the fields that the server sends, so that the bytes are the same. */
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
