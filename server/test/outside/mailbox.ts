import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from './free-port.ts';

/** Security of a mail server: TLS from the first byte or after STARTTLS, and an account. */
export interface Guard {
  key: string;
  cert: string;
  tls: 'at once' | 'agreed';
  account: string;
  password: string;
}

/** Real mail server on loopback, which keeps all mails and can be closed for a while. */
export class Mailbox {
  readonly mails: Email[] = [];
  /** Address to which mails are refused. */
  refuses = '';
  private readonly waiting = new Set<() => void>();
  private server: SMTPServer | undefined;
  private port = 0;

  constructor(private readonly guard?: Guard) {}

  /** Opens the server, on its earlier port. */
  async open(): Promise<this> {
    const { guard } = this;
    const server = new SMTPServer({
      ...(guard
        ? { key: guard.key, cert: guard.cert, secure: guard.tls === 'at once' }
        : { disabledCommands: ['AUTH', 'STARTTLS'] }),
      logger: false,
      onAuth: ({ username, password }, _session, judged) =>
        username === guard?.account && password === guard?.password
          ? judged(null, { user: username })
          : judged(new Error('refused')),
      onRcptTo: ({ address }, _session, judged) => judged(address === this.refuses ? new Error('unknown') : null),
      onData: (stream, _session, taken) => {
        const parts: Buffer[] = [];
        stream.on('data', part => parts.push(part));
        stream.on('end', async () => {
          this.mails.push(await PostalMime.parse(Buffer.concat(parts)));
          taken();
          for (const look of this.waiting) look();
        });
      },
    });
    this.port ||= await freePort();
    await new Promise<void>((resolve, reject) => {
      server.on('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.server = server;
    return this;
  }

  close(): Promise<void> {
    const { server } = this;
    return new Promise(resolve => (server ? server.close(resolve) : resolve()));
  }

  get url(): string {
    if (!this.guard) return `smtp://127.0.0.1:${this.port}`;
    const { tls, account, password } = this.guard;
    const as = `${encodeURIComponent(account)}:${encodeURIComponent(password)}`;
    return `${tls === 'at once' ? 'smtps' : 'smtp'}://${as}@127.0.0.1:${this.port}`;
  }

  /** Returns the mails to an address, oldest first. */
  to(address: string): Email[] {
    return this.mails.filter(mail => mail.to?.some(to => to.address === address));
  }

  /** Waits for the nth mail to an address. */
  nth(address: string, n = 1): Promise<Email> {
    return this.until(`mail ${n} to ${address}`, () => this.to(address)[n - 1]);
  }

  /** Waits for a code sent to an address, other than the codes already read: a crash may have a mail sent twice. */
  async codeTo(address: string, read: ReadonlySet<string>): Promise<string> {
    const isNew = (mail: Email) => codeIn(mail) !== '' && !read.has(codeIn(mail));
    return codeIn(await this.until(`another code to ${address}`, () => this.to(address).find(isNew)));
  }

  private until(what: string, find: () => Email | undefined): Promise<Email> {
    let look = (): void => {};
    const found = new Promise<Email>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${what} did not come`)), waitTimeoutMs);
      look = () => {
        const mail = find();
        if (!mail) return;
        clearTimeout(late);
        resolve(mail);
      };
    });
    this.waiting.add(look);
    look();
    return found.finally(() => this.waiting.delete(look));
  }
}

/** Reads the code in a mail's text, as a person does. */
export const codeIn = (mail: Email): string => /^ {4}(\d{6})$/m.exec(mail.text ?? '')?.[1] ?? '';
