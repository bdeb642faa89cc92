import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openFilesIn, tellsOpenFiles } from '../../test/open-files.ts';
import { systemFolder } from './binaries.ts';
import { bringInside, movedTo } from './bring-inside.ts';

/** Tests how a database that an earlier version kept in a system folder comes into its data folder. */

/** Makes a data folder whose database is outside of it, as an earlier version did. */
function outsider() {
  const dataDir = mkdtempSync(join(tmpdir(), 'palabre-inside-'));
  const wasThere = existsSync(systemFolder);
  const home = join(systemFolder, `base-${randomBytes(6).toString('hex')}`);
  const outside = join(home, 'postgres');
  mkdirSync(join(outside, 'base'), { recursive: true });
  writeFileSync(join(outside, 'PG_VERSION'), '18\n');
  writeFileSync(join(outside, 'base', '1'), 'x');
  symlinkSync('PG_VERSION', join(outside, 'link'));
  chownSync(outside, 12_345, 12_346);
  const path = join(dataDir, 'postgres');
  symlinkSync(outside, path);
  onTestFinished(() => {
    for (const folder of [dataDir, home]) rmSync(folder, { recursive: true, force: true });
    if (!wasThere && readdirSync(systemFolder).length === 0) rmdirSync(systemFolder);
  });
  return { dataDir, path, home, outside };
}
/** Has renames of the database out of its system folder fail with a code. */
function failing(outside: string, code: string): void {
  const { rename } = files;
  onTestFinished(() => {
    files.rename = rename;
    syncBuiltinESMExports();
  });
  files.rename = async (from, to) => {
    if (from === outside && String(to).endsWith('.moving')) throw Object.assign(new Error(code), { code });
    await rename(from, to);
  };
  syncBuiltinESMExports();
}
const contentOf = (folder: string) => readdirSync(folder, { recursive: true }).map(String).sort();

describe.skipIf(process.getuid?.() !== 0)('a database in a system folder (skipped without root)', () => {
  it.each([
    ['on the same disk', undefined],
    ['on another disk', 'EXDEV'],
  ])('%s comes into the data folder whole, and leaves a note of where it is', async (_where, code) => {
    const { dataDir, path, home, outside } = outsider();
    if (code) failing(outside, code);
    // Remains of a move that was cut short.
    mkdirSync(`${path}.copying`);
    expect(await bringInside(dataDir)).toBeUndefined();
    expect(lstatSync(path).isDirectory()).toBe(true);
    expect(contentOf(path)).toEqual(['PG_VERSION', 'base', 'base/1', 'link']);
    expect(lstatSync(join(path, 'link')).isSymbolicLink()).toBe(true);
    if (code) expect(lstatSync(join(path, 'base', '1')).uid).toBe(12_345);
    else expect(lstatSync(path).uid).toBe(12_345);
    expect(readdirSync(dataDir)).toEqual(['postgres']);
    expect(readdirSync(home)).toEqual(['moved-to']);
    const note = join(home, 'moved-to');
    expect([readFileSync(note, 'utf8'), statSync(note).mode & 0o777]).toEqual([`${path}\n`, 0o600]);
    if (tellsOpenFiles) expect(await openFilesIn(dataDir)).toEqual([]);
    // A copy of the data folder still has the link.
    const copy = join(dataDir, 'copy');
    symlinkSync(outside, copy);
    expect(movedTo(copy)).toBe(path);
  });

  it('stays where it is when it cannot be moved, and the reason is told', async () => {
    const { dataDir, path, outside } = outsider();
    failing(outside, 'EACCES');
    mkdirSync(`${path}.moving`);
    expect(await bringInside(dataDir)).toBe('EACCES');
    expect(readdirSync(dataDir)).toEqual(['postgres']);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(contentOf(outside)).toEqual(['PG_VERSION', 'base', 'base/1', 'link']);
  });

  it('stays where it is when the other disk is full, and nothing of the copy is left', async () => {
    const { dataDir, path, outside } = outsider();
    failing(outside, 'EXDEV');
    const { cp } = files;
    onTestFinished(() => {
      files.cp = cp;
      syncBuiltinESMExports();
    });
    files.cp = async (_from, to) => {
      mkdirSync(String(to));
      throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    };
    syncBuiltinESMExports();
    expect(await bringInside(dataDir)).toBe('ENOSPC');
    expect(readdirSync(dataDir)).toEqual(['postgres']);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(contentOf(outside)).toEqual(['PG_VERSION', 'base', 'base/1', 'link']);
  });

  it('whose move was cut short after the last of the old folder was deleted is there at the next start', async () => {
    const { dataDir, path, home } = outsider();
    rmSync(home, { recursive: true });
    mkdirSync(`${path}.moving`);
    writeFileSync(join(`${path}.moving`, 'PG_VERSION'), '18\n');
    expect(await bringInside(dataDir)).toBeUndefined();
    expect([readdirSync(dataDir), contentOf(path), existsSync(home)]).toEqual([['postgres'], ['PG_VERSION'], false]);
  });

  it.skipIf(process.platform !== 'linux')('of another data folder, whose server runs, is left to that', async () => {
    const { dataDir, path, outside } = outsider();
    const postgres = spawn('sleep', ['60'], { cwd: outside });
    onTestFinished(() => void postgres.kill('SIGKILL'));
    writeFileSync(join(outside, 'postmaster.pid'), `${postgres.pid}\n`);
    await expect(bringInside(dataDir)).rejects.toMatchObject({
      name: 'StartError',
      message: `La base de données vers laquelle mène ${path} est celle d'un autre DATA_DIR, dont le serveur tourne (processus ${process.pid}) : arrêtez-le, puis copiez ${outside} à la place de ce lien.`,
    });
    expect([lstatSync(path).isSymbolicLink(), postgres.exitCode, postgres.signalCode]).toEqual([true, null, null]);
  });

  it('stays where it is for any other account, and for a link of a person', async () => {
    const { dataDir, path, outside } = outsider();
    const own = vi.spyOn(process, 'getuid').mockReturnValue(1_000);
    onTestFinished(() => own.mockRestore());
    expect(await bringInside(dataDir)).toBeUndefined();
    own.mockRestore();
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    for (const target of [
      `${outside}2`,
      join(outside, '..', '..', 'base-x', 'postgres'),
      join(dataDir, 'mine', 'postgres'),
    ]) {
      rmSync(path);
      symlinkSync(target, path);
      expect(await bringInside(dataDir)).toBeUndefined();
      expect(lstatSync(path).isSymbolicLink()).toBe(true);
    }
  });
});
