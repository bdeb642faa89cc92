import { createServer, type Server, type Socket } from 'node:net';
import { limits } from '@palabre/common/contract/fields.ts';
import { freePort } from './free-port.ts';

/** Bytes in which {@link Clamd} finds something. */
export const malware = 'tout ce qui suit est malveillant';
export const eicar = 'Eicar-Test-Signature';

const zero = 0;

/** Clamd on this machine, which speaks INSTREAM and VERSION, and may be held, fail or be closed for a while. */
export class Clamd {
  /** Streams received whole, in order. */
  readonly scanned: Buffer[] = [];
  /** Behaviour at the end of a stream: a verdict, or a failure in its place. */
  manner: 'scans' | 'hangs' | 'cuts' | { says: string } = 'scans';
  streamMaxLength: number = limits.fileBytes;
  version = 'ClamAV 1.4.3';
  /** Scans under way, and the most there were. */
  underWay = 0;
  atOnce = 0;
  private held: Promise<void> | undefined;
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;

  /** Opens the server, on its earlier port, or on a socket of this path. */
  async open(path?: string): Promise<this> {
    const server = createServer(socket => this.take(socket));
    if (!path) this.port ||= await freePort();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      if (path) server.listen(path, resolve);
      else server.listen(this.port, '127.0.0.1', resolve);
    });
    this.server = server;
    return this;
  }

  get url(): string {
    return `tcp://127.0.0.1:${this.port}`;
  }

  /** Holds verdicts back until the returned function is called. */
  hold(): () => void {
    let release = (): void => {};
    this.held = new Promise(resolve => (release = resolve));
    return () => {
      this.held = undefined;
      release();
    };
  }

  close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    return new Promise(resolve => this.server?.close(() => resolve()) ?? resolve());
  }

  private take(socket: Socket): void {
    this.sockets.add(socket);
    let bytes = Buffer.alloc(0);
    let parts: Buffer[] | undefined;
    const end = (): void => {
      if (parts) this.underWay -= 1;
      parts = undefined;
    };
    socket.on('error', () => {});
    socket.once('close', () => {
      this.sockets.delete(socket);
      end();
    });
    socket.on('data', data => {
      bytes = Buffer.concat([bytes, data]);
      if (!parts) {
        const at = bytes.indexOf(zero);
        if (at < 0) return;
        const command = bytes.subarray(0, at).toString();
        bytes = bytes.subarray(at + 1);
        if (command !== 'zINSTREAM')
          return void socket.end(`${command === 'zVERSION' ? this.version : 'UNKNOWN COMMAND'}\0`);
        parts = [];
        this.underWay += 1;
        this.atOnce = Math.max(this.atOnce, this.underWay);
      }
      while (bytes.length >= 4 && bytes.length >= 4 + bytes.readUInt32BE()) {
        const length = bytes.readUInt32BE();
        if (length === 0) return void this.judge(socket, Buffer.concat(parts));
        parts.push(bytes.subarray(4, 4 + length));
        bytes = bytes.subarray(4 + length);
        if (this.manner === 'cuts') return void socket.destroy();
        if (parts.reduce((sum, part) => sum + part.length, 0) > this.streamMaxLength) {
          // Like clamd: the rest of the stream is not read.
          end();
          socket.end('INSTREAM size limit exceeded. ERROR\0');
          return void socket.pause();
        }
      }
    });
  }

  private async judge(socket: Socket, bytes: Buffer): Promise<void> {
    this.scanned.push(bytes);
    if (this.manner === 'hangs') return;
    await this.held;
    const verdict = bytes.includes(malware) ? `${eicar} FOUND` : 'OK';
    socket.end(typeof this.manner === 'object' ? this.manner.says : `stream: ${verdict}\0`);
  }
}
