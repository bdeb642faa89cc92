import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { entrust, giveTo, inside, postgresAccount } from './account.ts';

const isRoot = process.getuid?.() === 0;
function made(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palabre-account-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
/** Takes the account of this process for another. */
function as(uid: number): void {
  const own = vi.spyOn(process, 'getuid').mockReturnValue(uid);
  onTestFinished(() => own.mockRestore());
}

it('An account that is not root runs PostgreSQL itself, on a new folder or its own', () => {
  const folder = made();
  as(statSync(folder).uid || 1_000);
  expect(postgresAccount(join(folder, 'postgres'))).toBeUndefined();
  if (!isRoot) expect(postgresAccount(folder)).toBeUndefined();
});

it('An account that is not root is told whose the database is, where it is not its own', () => {
  const folder = made();
  const { uid } = statSync(folder);
  as(uid + 1);
  expect(() => postgresAccount(folder)).toThrow(
    `La base de données ${folder} appartient à un autre compte (uid ${uid}) : démarrez avec celui qui l'a créée, donnez tout DATA_DIR au vôtre (chown -R), ou un autre DATA_DIR.`,
  );
});

it.skipIf(!isRoot)(
  'Root has the owner of the database run it, and gives a new one to an account without rights (skipped without root)',
  () => {
    const folder = made();
    chownSync(folder, 12_345, 12_346);
    expect(postgresAccount(folder)).toEqual({ uid: 12_345, gid: 12_346 });
    const account = postgresAccount(join(folder, 'new'));
    expect([account?.uid, account?.gid].every(id => Number(id) > 0)).toBe(true);
  },
);

it.skipIf(!isRoot)(
  'A folder is given with all that is in it, links themselves and not what they lead to (skipped without root)',
  () => {
    const [folder, elsewhere] = [made(), made()];
    mkdirSync(join(folder, 'base'));
    writeFileSync(join(folder, 'base', '1'), 'x');
    symlinkSync(elsewhere, join(folder, 'link'));
    const account = { uid: 12_345, gid: 12_346 };
    giveTo(folder, account);
    const owner = (path: string) => {
      const { uid, gid } = lstatSync(path);
      return { uid, gid };
    };
    for (const path of ['', 'base', 'base/1', 'link'])
      expect([path, owner(join(folder, path))]).toEqual([path, account]);
    expect(owner(elsewhere)).toEqual({ uid: 0, gid: 0 });
  },
);

it.skipIf(!isRoot)(
  'A folder is entrusted to an account that can work in it, whatever folders are above it, and to no other (skipped without root)',
  () => {
    // The folder above is closed to all but root.
    const folder = join(made(), 'postgres');
    mkdirSync(folder, { mode: 0o700 });
    const account = { uid: 12_345, gid: 12_346 };
    entrust(folder, account);
    expect(statSync(folder).uid).toBe(account.uid);
    entrust(folder, account);
    expect(() => entrust(folder, { uid: 12_347, gid: 12_348 })).toThrow(
      `DATA_DIR : PostgreSQL ne tourne pas en root, et son compte (uid 12347) ne peut pas écrire dans ${folder} : donnez un dossier qu'il peut atteindre, sur un disque qui garde les propriétaires des fichiers, ou DATABASE_URL.`,
    );
  },
);

it.skipIf(process.platform !== 'linux')(
  'An account works from within the folder, whose path it may not enter (skipped beyond Linux)',
  () => {
    const account = { uid: 12_345, gid: 12_346 };
    expect(inside('/srv/data', account)).toEqual({ options: { ...account, cwd: '/srv/data' }, path: '/proc/self/cwd' });
    expect(inside('/srv/data', undefined)).toEqual({ options: { cwd: '/srv/data' }, path: '/srv/data' });
  },
);
