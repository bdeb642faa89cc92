import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@palabre/common/contract/index.ts';
import type { SelfUser } from '@palabre/common/contract/people/users.ts';
import { startApp } from '../app.ts';
import { readEnv } from '../env.ts';
import type { ArrivalTimes } from '../platform/http/floods/arrivals.ts';
import type { ConnectionBounds } from '../platform/http/floods/connections.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { newId } from '../platform/postgres/db.ts';
import type { ClusterTimes } from '../platform/processes/cluster.ts';
import type { Services } from '../platform/services.ts';
import { makeAdministrator } from '../platform/sessions/administrator.store.ts';
import { afterFile } from './cleanup.ts';
import { Client } from './client.ts';
import { type Listener, openSocket } from './listener.ts';
import { sendMarker } from './marker.ts';
import { codeSentTo, codesTo } from './outbox.ts';
import { testDatabase } from './outside/postgres.ts';

/** Person with a session: a typed client that speaks for them, and their sockets. */
export class Person extends Client {
  constructor(
    private readonly palabre: Palabre,
    readonly user: SelfUser,
    token: string,
    readonly password: string,
  ) {
    super(palabre.url, token);
  }

  get id(): string {
    return this.user._id;
  }

  /** Opens a socket, closed after the file's last test at the latest. */
  connect(headers?: Record<string, string>): Promise<Listener> {
    return this.palabre.connect(this.token ?? '', this.id, headers);
  }

  /** Opens a new session of the same person, as on another device. */
  async elsewhere(): Promise<Person> {
    const { token, user } = await this.palabre.nobody.ok(api.users.login, {
      body: { email: this.user.email, password: this.password },
    });
    if (token === null) throw new Error('this account asks for a code');
    return new Person(this.palabre, user, token, this.password);
  }
}

/** Whole Palabre, on a free port of loopback, with its own database and data folder. */
export class Palabre {
  readonly nobody: Client;
  private readonly listeners: Listener[] = [];

  constructor(
    readonly url: string,
    readonly services: Services,
    readonly jobs: Jobs,
    readonly dataDir: string,
    /** Stops the server, once; also called after the file's last test. */
    readonly stop: () => Promise<void>,
  ) {
    this.nobody = new Client(url);
  }

  /** Registers a person, with defaults for missing fields. */
  async register(
    who: Partial<{ firstName: string; lastName: string; email: string; password: string }> = {},
  ): Promise<Person> {
    const firstName = who.firstName ?? 'Camille';
    const body = {
      firstName,
      lastName: who.lastName ?? 'Moreau',
      email: who.email ?? `${newId()}@exemple.fr`,
      password: who.password ?? 'un mot de passe sûr',
    };
    const { token, newUser } = await this.nobody.ok(api.users.register, { body });
    return new Person(this, newUser, token, body.password);
  }

  /** Proves the addresses of people, by codes read from the outbox. */
  async prove(...people: Person[]): Promise<void> {
    await Promise.all(
      people.map(async person => {
        const { email } = person.user;
        const before = (await codesTo(this.dataDir, email)).length;
        await person.ok(api.otp.sent, { body: { p_id: person.id, p_email: email } });
        const p_otp = await codeSentTo(this, email, before + 1);
        await person.ok(api.otp.check, { body: { p_id: person.id, p_otp, p_option: 'email' } });
      }),
    );
  }

  /** Makes a person administrator, as `npm run admin` does. */
  async makeAdministrator(person: Person): Promise<void> {
    await makeAdministrator(this.services.database.kysely, person.user.email);
    await this.services.sessions.refresh(person.id);
  }

  /** Ends the jobs once they have begun: from then on they are accepted, and none runs. */
  async endJobs(): Promise<void> {
    // Waits for the start of the jobs: ended before it, they would be accepted no more.
    await this.jobs.addAll('sessions.purge', []);
    await this.jobs.close();
  }

  /** Opens a socket with a token; `userId` is its expected owner. */
  async connect(token: string, userId: string, headers?: Record<string, string>): Promise<Listener> {
    const mark = () => sendMarker(this.services.broadcaster, userId);
    const listener = await openSocket(this.url, token, mark, headers);
    this.listeners.push(listener);
    return listener;
  }

  closeSockets(): void {
    for (const listener of this.listeners) listener.close();
  }
}

/** Options of a test server. */
export interface StartOptions {
  /** Limits by time, off by default. */
  limits?: boolean;
  /** Environment variables, over those of a test. */
  env?: Record<string, string>;
  /** Time limits of arriving requests. */
  arrivals?: Partial<ArrivalTimes>;
  /** Bounds of waiting connections. */
  connections?: Partial<ConnectionBounds>;
  /** Times between processes. */
  cluster?: Partial<ClusterTimes>;
  /** Clock of jobs. */
  now?: () => Date;
  /** Whether jobs run by the clock; false by default. */
  byTheClock?: boolean;
}

/**
 * Starts the whole application for one test file: call it at the top of the file, in `beforeAll` or in a test. After
 * the file's last test the server stops and its data is deleted.
 */
export async function startPalabre({
  limits = false,
  env = {},
  arrivals,
  connections,
  cluster,
  now,
  byTheClock = false,
}: StartOptions = {}): Promise<Palabre> {
  const dataDir = await mkdtemp(join(tmpdir(), 'palabre-app-'));
  const running = await startApp(
    readEnv({
      HOST: '127.0.0.1',
      PORT: '0',
      // Differs from the listening address, so that tests notice links without the public address.
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: dataDir,
      DATABASE_URL: await testDatabase(),
      JWT_SECRET: 'only for tests, never for anything else',
      RATE_LIMITS: limits ? 'on' : 'off',
      LOG_LEVEL: 'silent',
      ...env,
    }),
    // By default no job runs by the clock, which could come between an act and its check.
    {
      byTheClock,
      ...(arrivals && { arrivals }),
      ...(connections && { connections }),
      ...(cluster && { cluster }),
      ...(now && { now }),
    },
  );
  const stop = async (): Promise<void> => {
    palabre.closeSockets();
    await running.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  let stopped: Promise<void> | undefined;
  const palabre = new Palabre(running.url, running.services, running.jobs, dataDir, () => {
    stopped ??= stop();
    return stopped;
  });
  afterFile(palabre.stop);
  return palabre;
}
