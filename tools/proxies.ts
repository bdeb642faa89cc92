import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from '../server/test/outside/certificate.ts';
import { freePort } from '../server/test/outside/free-port.ts';
import { findOrUnpack } from './programs.ts';
import { root } from './setup.mjs';

/** Host name used in the files of deploy/. */
export const publicName = 'chat.exemple.fr';

/** Finds nginx, or extracts it from its Debian package; undefined where it cannot run. */
export async function findNginx(): Promise<string | undefined> {
  const found = await findOrUnpack('nginx', 'nginx', 'usr/sbin/nginx');
  return found && spawnSync(found, ['-v']).status === 0 ? found : undefined;
}

/** Finds Caddy, or extracts it from its Debian package; undefined where it cannot run. */
export async function findCaddy(): Promise<string | undefined> {
  const found = await findOrUnpack('caddy', 'caddy', 'usr/bin/caddy');
  return found && spawnSync(found, ['version']).status === 0 ? found : undefined;
}

/** Replacements for the names in a proxy's file in deploy/. */
export interface ProxyOptions {
  program: string;
  /** Empty folder for the proxy's files. */
  folder: string;
  /** Ports of Palabre on this machine. */
  ports: readonly number[];
  certificates: readonly Certificate[];
}

/** Proxy that runs with its file of deploy/, on free ports of this machine. */
export class ProxyProcess {
  errors = '';
  private constructor(
    private readonly child: ChildProcess,
    /** Port in place of 443. */
    readonly port: number,
    /** Port in place of 80. */
    readonly plainPort: number,
    /** Rewrites its file, for these ports of Palabre. */
    private readonly write: (ports: readonly number[]) => void,
  ) {
    child.stderr?.setEncoding('utf8').on('data', text => {
      this.errors += text;
    });
  }

  /** Starts nginx with deploy/nginx/palabre.conf. */
  static async nginx({ program, folder, ports, certificates }: ProxyOptions): Promise<ProxyProcess> {
    const [port, plainPort] = [await freePort(), await freePort()];
    const conf = readFileSync(join(root, 'deploy/nginx/palabre.conf'), 'utf8')
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replaceAll('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
      .replace(/^ *ssl_certificate .*\n *ssl_certificate_key .*\n/m, () =>
        certificates.map(({ path, keyPath }) => `ssl_certificate ${path};\nssl_certificate_key ${keyPath};\n`).join(''),
      );
    const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(of => `${of}_temp_path ${folder}/${of};`);
    const path = join(folder, 'nginx.conf');
    const write = (behind: readonly number[]) => {
      const servers = behind.map(one => `server 127.0.0.1:${one};`).join('\n');
      const text = conf.replace('server 127.0.0.1:3000;', servers);
      // Under root, nginx's workers would run as another account, which cannot enter the folder.
      const account = process.getuid?.() === 0 ? 'user root root;' : '';
      const http = `access_log off;\n${kept.join('\n')}\n${text}`;
      writeFileSync(
        path,
        `${account}\npid ${folder}/nginx.pid;\nevents { worker_connections 8192; }\nhttp {\n${http}}\n`,
      );
    };
    write(ports);
    const child = spawn(program, ['-p', folder, '-c', path, '-e', 'stderr', '-g', 'daemon off;'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return new ProxyProcess(child, port, plainPort, write).ready();
  }

  /** Starts Caddy with deploy/caddy/Caddyfile. */
  static async caddy({ program, folder, ports, certificates }: ProxyOptions): Promise<ProxyProcess> {
    const [port, plainPort] = [await freePort(), await freePort()];
    const ours = `admin off\nhttp_port ${plainPort}\nhttps_port ${port}\nstorage file_system ${folder}`;
    const shown = certificates.map(({ path, keyPath }) => `tls ${path} ${keyPath}`).join('\n');
    const path = join(folder, 'Caddyfile');
    const write = (behind: readonly number[]) => {
      const text = readFileSync(join(root, 'deploy/caddy/Caddyfile'), 'utf8')
        .replace(`\n${publicName} {`, `\n${publicName} {\n${shown}`)
        .replace('127.0.0.1:3000', behind.map(one => `127.0.0.1:${one}`).join(' '));
      writeFileSync(path, `{\n${ours}\n}\n${text}`);
    };
    write(ports);
    const child = spawn(program, ['run', '--config', path, '--adapter', 'caddyfile'], {
      env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return new ProxyProcess(child, port, plainPort, write).ready();
  }

  /** Waits until it listens. */
  private async ready(): Promise<this> {
    const deadlineMs = performance.now() + 20_000;
    for (;;) {
      const answers = await fetch(`http://127.0.0.1:${this.plainPort}/`, { redirect: 'manual' }).then(
        () => true,
        () => false,
      );
      if (answers) return this;
      if (this.child.exitCode !== null || performance.now() > deadlineMs) {
        await this.stop();
        throw new Error(`the proxy does not listen:\n${this.errors}`);
      }
      await new Promise(done => setTimeout(done, 20));
    }
  }

  /** Switches to these ports of Palabre; open connections stay where they are. */
  leadTo(ports: readonly number[]): void {
    this.write(ports);
    this.child.kill('SIGHUP');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}
