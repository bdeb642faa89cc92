import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allWings, changedFiles, unchangedWings } from './changes.ts';

const wings = ['server/features/people', 'server/features/reading', 'web/features/people', 'web/features/reading'];

test('without a change no wing needs its tests; without a list of changes all do', () => {
  expect(unchangedWings(wings, [])).toEqual(wings);
  expect(unchangedWings(wings, undefined)).toEqual([]);
});

test('a file within a wing concerns that wing of its side alone', () => {
  expect(unchangedWings(wings, ['server/features/people/otp/otp.ts'])).toEqual(wings.slice(1));
  expect(unchangedWings(wings, ['web/features/reading/search/search.test.tsx'])).toEqual(wings.slice(0, 3));
  expect(
    unchangedWings(wings, ['server/features/people/otp/otp.ts', 'web/features/people/otp/otp.tsx', 'docs/tests.md']),
  ).toEqual([wings[1], wings[3]]);
});

test('a wing whose name begins like another’s is not taken for it', () => {
  expect(unchangedWings(['web/features/read', 'web/features/reading'], ['web/features/read/x.ts'])).toEqual([
    'web/features/reading',
  ]);
});

test('what other wings use, and what lies outside the features, concern the whole side', () => {
  for (const file of ['web/features/people/users/open/Avatar.tsx', 'web/ui/marks/Badge.tsx', 'web/features/index.ts'])
    expect(unchangedWings(wings, [file]), file).toEqual(wings.slice(0, 2));
  for (const file of ['server/features/people/open/users.ts', 'server/migrations/0001.sql', 'server/test/harness.ts'])
    expect(unchangedWings(wings, [file]), file).toEqual(wings.slice(2));
});

test('what lies outside both sides concerns all wings, except what no test of theirs reads', () => {
  for (const file of ['common/rules/zones.ts', 'package-lock.json', 'vitest.config.ts', 'tools/floors.ts'])
    expect(unchangedWings(wings, [file]), file).toEqual([]);
  for (const file of [
    'README.md',
    'docs/map.md',
    'e2e/page/texts.spec.ts',
    'bench/day.bench.ts',
    'deploy/compose.yaml',
  ])
    expect(unchangedWings(wings, [file]), file).toEqual(wings);
});

test('the wings are those of the tree', () => {
  expect(allWings()).toEqual(expect.arrayContaining(['server/features/messages', 'web/features/messages']));
});

/** Makes a clone of a repository of one commit, and returns its folder with what writes a file and runs git there. */
function clone() {
  const folder = mkdtempSync(join(tmpdir(), 'palabre-changes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const gitIn =
    (at: string) =>
    (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@exemple.fr', ...words], {
        cwd: at,
        stdio: 'ignore',
      });
  const origin = join(folder, 'origin');
  mkdirSync(origin);
  writeFileSync(join(origin, 'old.ts'), '');
  for (const words of [['init'], ['add', '.'], ['commit', '-m', 'A file']]) gitIn(origin)(...words);
  const at = join(folder, 'clone');
  gitIn(folder)('clone', origin, at);
  const write = (name: string) => writeFileSync(join(at, name), 'more');
  return { at, git: gitIn(at), write };
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

test('a folder that is no clone has no list of changes, within another’s clone either', () => {
  const { at } = clone();
  const within = join(at, 'within');
  mkdirSync(within);
  expect(changedFiles(within)).toBeUndefined();
  expect(changedFiles(join(at, '..'))).toBeUndefined();
});
