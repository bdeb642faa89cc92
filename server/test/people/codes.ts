import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { Client } from '../client.ts';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { codeIn, Mailbox } from '../outside/mailbox.ts';

/** Returns the fields that name a person to the endpoints of codes. */
export const pair = ({ id, user }: Person) => ({ p_id: id, p_email: user.email });

/** Returns another code than this one. */
export const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Checks a code of a person. */
export const check = (client: Client, person: Person, p_otp: string, p_option: '2FA' | 'email') =>
  client.call(api.otp.check, { body: { p_id: person.id, p_otp, p_option } });

/** Palabre that mails codes to a mailbox, and its people. */
export class Codes {
  private constructor(
    readonly palabre: Palabre,
    readonly mailbox: Mailbox,
  ) {}

  static async start(): Promise<Codes> {
    const mailbox = await new Mailbox().open();
    afterAll(() => mailbox.close());
    return new Codes(await startPalabre({ env: { SMTP_URL: mailbox.url } }), mailbox);
  }

  get db() {
    return this.palabre.services.database.kysely;
  }

  /** Waits for the nth code that a person receives. */
  async of(person: Person, n = 1): Promise<string> {
    return codeIn(await this.mailbox.nth(person.user.email, n));
  }

  /** Registers a person with verified two-step. */
  async careful(): Promise<Person> {
    const person = await this.palabre.register();
    await sql`UPDATE users SET double_authentification = true, verification = true WHERE id = ${person.id}`.execute(
      this.db,
    );
    return person;
  }

  login({ user: { email }, password: own }: Person, password = own) {
    return this.palabre.nobody.ok(api.users.login, { body: { email, password } });
  }

  /** Logs in by the password alone, up to the code. */
  async half(person: Person): Promise<Client> {
    const answer = await this.login(person);
    if (answer.token !== null) throw new Error('no code was asked for');
    return new Client(this.palabre.url, answer.pending);
  }
}
