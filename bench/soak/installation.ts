import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, type Database } from '../../server/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts';
import { migrate } from '../../server/platform/postgres/migrate.ts';
import { lockDataDir } from '../../server/platform/processes/data-lock.ts';
import { type Certificate, certificate } from '../../server/test/outside/certificate.ts';
import { freePort } from '../../server/test/outside/free-port.ts';
import { findRedis, TestRedis } from '../../server/test/outside/redis.ts';
import { ensureServer } from '../../tools/build.mjs';
import { findNginx, ProxyProcess } from '../../tools/proxies.ts';
import { StepError } from '../../tools/setup.mjs';
import { startingServers } from '../shared/cores.ts';
import { launchServer, type ServerProcess } from '../shared/server.ts';
import { Relay } from './relay.ts';

/** Interval between two polls of `/readyz`, like a load balancer's. */
const lookEveryMs = 250;

/** Process of Palabre that may be stopped and restarted on its port. */
interface Member {
  port: number;
  process: ServerProcess;
}

/** Two processes of Palabre over one PostgreSQL and one Redis, behind nginx, behind a network that can be cut. */
export class Installation {
  private isOver = false;
  private readonly watching: Promise<void>;
  private readonly frees: (() => unknown)[] = [];

  private constructor(
    readonly database: Database,
    private readonly variables: Record<string, string>,
    /** Members: the first stays up, the second is restarted. */
    readonly members: readonly [Member, Member],
    private readonly proxy: ProxyProcess,
    readonly relay: Relay,
    readonly trusted: Certificate,
  ) {
    this.watching = this.watch();
  }

  static async start(): Promise<Installation> {
    const nginx = await findNginx();
    if (!nginx || !findRedis())
      throw new StepError('Cette mesure a besoin de nginx et de Redis : apt install nginx redis-server');
    await ensureServer();
    const dataDir = await mkdtemp(join(tmpdir(), 'palabre-bench-'));
    const trusted = certificate(dataDir);
    if (!trusted) throw new StepError('Cette mesure a besoin d’openssl : apt install openssl');
    const unlock = lockDataDir(dataDir);
    return startingServers(async () => {
      const postgres = await startEmbeddedPostgres({ dataDir });
      await migrate(postgres.url);
      const redis = await TestRedis.start();
      const variables = {
        ...{ DATA_DIR: join(dataDir, 'server'), DATABASE_URL: postgres.url, REDIS_URL: redis.url },
        ...{ PUBLIC_URL: 'https://chat.exemple.fr', RATE_LIMITS: 'off' },
      };
      const one = async () => {
        const port = await freePort();
        return { port, process: (await launchServer({ ...variables, PORT: `${port}` })).process };
      };
      const members = [await one(), await one()] as const;
      const ports = members.map(({ port }) => port);
      const proxy = await ProxyProcess.nginx({ program: nginx, folder: dataDir, ports, certificates: [trusted] });
      const relay = await Relay.to(proxy.port);
      const database = createDatabase(postgres.url, { max: 2 });
      const made = new Installation(database, variables, members, proxy, relay, trusted);
      made.frees.push(...[() => database.close(), () => redis.stop(), () => postgres.stop(), unlock], () =>
        rm(dataDir, { recursive: true, force: true }),
      );
      return made;
    });
  }

  /** Updates nginx with the ready processes whenever they change; with both, when none is ready. */
  private async watch(): Promise<void> {
    let told = this.members.map(({ port }) => port);
    while (!this.isOver) {
      const ready = await Promise.all(this.members.map(({ port }) => isReady(port)));
      const ports = this.members.flatMap(({ port }, n) => (ready[n] ? [port] : []));
      if (ports.length > 0 && ports.join() !== told.join()) {
        told = ports;
        this.proxy.leadTo(ports);
      }
      await wait(lookEveryMs);
    }
  }

  /** Drains the second process and restarts it; returns how it ended. */
  async restart(): Promise<number | NodeJS.Signals | undefined> {
    const [, second] = this.members;
    const ended = await second.process.stop();
    const variables = { ...this.variables, PORT: `${second.port}` };
    second.process = (await startingServers(() => launchServer(variables))).process;
    while (!(await isReady(second.port))) await wait(lookEveryMs);
    return ended;
  }

  /** Reads a metric of the first process. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.members[0].port}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.watching;
    this.relay.stop();
    await this.proxy.stop();
    await Promise.all(this.members.map(member => member.process.stop()));
    for (const free of this.frees) await free();
  }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    async answer => {
      await answer.arrayBuffer();
      return answer.status === 200;
    },
    () => false,
  );
