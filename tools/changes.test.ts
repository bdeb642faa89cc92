import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { changedFiles, gitIn, ownFolders, unchangedFolders } from './changes.ts';
import { root } from './setup.mjs';

const server = ['server/platform', 'server/features/people', 'server/features/reading'];
const web = ['web/ui', 'web/app', 'web/features/people', 'web/features/reading'];
const folders = [...server, ...web];

/** Returns the folders whose tests run after a change of these files. */
const ran = (...files: string[]): string[] => {
  const left = unchangedFolders(folders, files);
  return folders.filter(folder => !left.includes(folder));
};

test('without a change no folder needs its tests; without a list of changes all do', () => {
  expect(ran()).toEqual([]);
  expect(unchangedFolders(folders, undefined)).toEqual([]);
});

test('a file within a wing concerns that wing of its side alone, and the shell that shows its pages', () => {
  expect(ran('server/features/people/otp/otp.ts')).toEqual(['server/features/people']);
  expect(ran('web/features/reading/search/search.test.tsx')).toEqual(['web/app', 'web/features/reading']);
  expect(ran('server/features/people/otp/otp.ts', 'web/app/places/ChannelPane.tsx', 'docs/tests.md')).toEqual([
    ...['server/features/people', 'web/app'],
  ]);
});

test('a wing whose name begins like another’s is not taken for it', () => {
  expect(unchangedFolders(['web/features/read', 'web/features/reading'], ['web/features/read/x.ts'])).toEqual([
    'web/features/reading',
  ]);
});

test('what wings stand on, what they lend each other, and what lies outside them concern the whole side', () => {
  for (const file of ['web/features/people/users/open/Avatar.tsx', 'web/ui/marks/Badge.tsx', 'web/features/index.ts'])
    expect(ran(file), file).toEqual(web);
  for (const file of ['server/features/people/open/users.ts', 'server/migrations/0001.sql', 'server/test/harness.ts'])
    expect(ran(file), file).toEqual(server);
});

test('what lies outside both sides concerns everything, except what no test elsewhere reads', () => {
  for (const file of ['common/rules/zones.ts', 'package-lock.json', 'vitest.config.ts', 'tools/floors.ts'])
    expect(ran(file), file).toEqual(folders);
  for (const file of [
    'README.md',
    'docs/map.md',
    'e2e/page/texts.spec.ts',
    'bench/day.bench.ts',
    'deploy/compose.yaml',
  ])
    expect(ran(file), file).toEqual([]);
});

test('the folders with tests of their own are there', () => {
  expect(ownFolders()).toEqual(expect.arrayContaining(['server/features/messages', 'web/features/messages']));
  for (const folder of ownFolders()) expect(existsSync(join(root, folder)), folder).toBe(true);
});

/** Clones a repository of one commit; returns its folder, a writer of files and a runner of git there. */
function clone() {
  const folder = mkdtempSync(join(tmpdir(), 'palabre-changes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const setup = ['user.name=A', 'user.email=a@exemple.fr', 'commit.gpgsign=false'].flatMap(value => ['-c', value]);
  const asA =
    (at: string) =>
    (...words: string[]) =>
      gitIn(at)(...setup, ...words);
  const origin = join(folder, 'origin');
  mkdirSync(origin);
  writeFileSync(join(origin, 'old.ts'), '');
  for (const words of [['init'], ['add', '.'], ['commit', '-m', 'A file']]) asA(origin)(...words);
  const at = join(folder, 'clone');
  asA(folder)('clone', origin, at);
  const write = (name: string) => writeFileSync(join(at, name), 'more');
  return { at, git: asA(at), write };
}

test('what differs from what was pushed is told, committed or not', () => {
  const { at, git, write } = clone();
  expect(changedFiles(at)).toEqual([]);
  write('committed.ts');
  git('add', '.');
  git('commit', '-m', 'Another');
  write('été.ts');
  expect(changedFiles(at)?.sort()).toEqual(['committed.ts', 'été.ts']);
  git('mv', 'old.ts', 'moved.ts');
  expect(changedFiles(at)?.sort()).toEqual(['committed.ts', 'moved.ts', 'old.ts', 'été.ts']);
});

test('without an upstream the last commit counts as changed, and without an earlier one all does', () => {
  const { at, git, write } = clone();
  git('remote', 'remove', 'origin');
  expect(changedFiles(at)).toBeUndefined();
  write('committed.ts');
  git('add', '.');
  git('commit', '-m', 'Another');
  expect(changedFiles(at)).toEqual(['committed.ts']);
});

test('what a hook says of its own clone is no answer for another', () => {
  const { at } = clone();
  vi.stubEnv('GIT_DIR', join(root, '.git'));
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(changedFiles(at)).toEqual([]);
});

test('a folder that is no clone has no list of changes, within another’s clone either', () => {
  const { at } = clone();
  const within = join(at, 'within');
  mkdirSync(within);
  expect(changedFiles(within)).toBeUndefined();
  expect(changedFiles(join(at, '..'))).toBeUndefined();
});
