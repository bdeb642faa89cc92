import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const hashOf = (password: string) => createHash('sha1').update(password).digest('hex').toUpperCase();

/** Service of breached passwords by ranges, as Have I Been Pwned has it. */
export class RangeServer {
  /** Requests so far: path, and whether padding was asked for. */
  readonly asked: { path: string; padded: unknown }[] = [];
  /** Answers in place of a range, once it is set. */
  instead: ((response: ServerResponse) => unknown) | null = null;
  private readonly server = createServer((request, response) => {
    const path = request.url ?? '';
    this.asked.push({ path, padded: request.headers['add-padding'] });
    if (this.instead) return void this.instead(response);
    const first = path.split('/').at(-1) ?? '';
    const line = (hash: string, times: number) => (hash.startsWith(first) ? [`${hash.slice(5)}:${times}`] : []);
    const lines = [
      `${'0'.repeat(35)}:3`,
      ...line(hashOf(this.breached), 12),
      ...line(hashOf(this.padding), 0),
      `${'F'.repeat(35)}:1`,
    ];
    response.end(lines.join('\r\n'));
  });

  /**
   * @param breached password that it knows
   * @param padding password whose hash is in the padding of its range alone
   */
  constructor(
    private readonly breached: string,
    private readonly padding: string,
  ) {}

  /** Listens on this machine; returns the address of its ranges. */
  async open(): Promise<string> {
    await new Promise<void>(done => this.server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/range/`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
