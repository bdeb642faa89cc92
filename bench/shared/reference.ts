import type { ReferenceAnswer, ReferenceRequest } from '../children/reference.ts';
import { startingServers } from './cores.ts';
import { settled } from './memory.ts';
import { Helper } from './server.ts';

/** Reference server to compare ours with, in a process of its own on the server's core. */
export interface Reference {
  pid: number;
  port: number;
  /** Sends each text to every socket. */
  send(contents: string[]): Promise<void>;
  memory(): Promise<NodeJS.MemoryUsage>;
  stop(): Promise<void>;
}

/** Starts plain Socket.IO or bare `ws`, without sessions and storage. */
export async function startReference(protocol: 'socket.io' | 'ws'): Promise<Reference> {
  const helper = await startingServers(() => new Helper<ReferenceRequest, ReferenceAnswer>('reference.ts'));
  const { port } = await helper.ask({ what: 'start', protocol });
  return {
    pid: helper.pid,
    port,
    send: async contents => void (await helper.ask({ what: 'send', contents })),
    memory: () => settled(async () => (await helper.ask({ what: 'memory' })).memory as NodeJS.MemoryUsage),
    stop: () => helper.stop(),
  };
}
