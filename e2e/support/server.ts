import { freePort } from '../../server/test/outside/free-port.ts';
import { type Launched, launchPalabre } from '../../tools/launch.ts';
import { administratorEmail } from './administrator.ts';

/** Server of a single test, which may kill it. */
export class Server {
  private running: Launched | undefined;
  url = '';

  constructor(
    private readonly dataDir: string,
    private readonly variables: Record<string, string> = {},
  ) {}

  /** Starts the server, at its previous address if it ran before. */
  async start(): Promise<void> {
    this.running = launchPalabre({
      variables: {
        PORT: this.url === '' ? String(await freePort()) : new URL(this.url).port,
        DATA_DIR: this.dataDir,
        RATE_LIMITS: 'off',
        ADMIN_EMAIL: administratorEmail,
        ...this.variables,
      },
      showErrors: true,
    });
    this.url = (await this.running.ready()).url;
  }

  /** Kills the server, as a power cut does. */
  async kill(): Promise<void> {
    await this.running?.stop('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.running?.stop();
  }
}
