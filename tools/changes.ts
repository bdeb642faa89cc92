import { execFileSync } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const sides = ['server', 'web'];

/** Folders that no test of a wing reads; the tests of their own run every time. */
const apart = /^(bench|deploy|docs|e2e)\/|^[^/]+\.md$/;

/** Returns the folders of all wings of features, such as `server/features/people`. */
export const allWings = (): string[] =>
  sides.flatMap(side =>
    readdirSync(join(root, side, 'features'), { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(entry => `${side}/features/${entry.name}`),
  );

/**
 * Returns those of `wings` (folders) whose own tests need not run after a change of `files` (paths from the root). A file
 * within a wing concerns that wing alone, since the others use its `open/` only. A file of an `open/`, or outside the
 * features, concerns its whole side; one outside both sides, all wings. Without a list of files all wings are concerned.
 */
export function unchangedWings(wings: string[], files: string[] | undefined): string[] {
  if (!files) return [];
  const concerned = files.filter(file => !apart.test(file)).map(concernedBy);
  return wings.filter(wing => !concerned.some(folder => `${wing}/`.startsWith(folder)));
}

/** Returns the folder, ended by a slash, all wings of which a change of the file may break; '' stands for all there are. */
function concernedBy(file: string): string {
  const [side = '', features, wing, ...within] = file.split('/');
  if (!sides.includes(side)) return '';
  const isItsOwn = features === 'features' && within.length > 0 && !within.includes('open');
  return isItsOwn ? `${side}/features/${wing}/` : `${side}/`;
}

type Git = (...words: string[]) => string;

const gitOf =
  (folder: string): Git =>
  (...words) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/**
 * Returns the commit that the working tree is compared with: the last one that this branch shares with its upstream, or,
 * without an upstream, the commit before the last.
 */
function comparedCommit(git: Git): string {
  try {
    return git('merge-base', 'HEAD', '@{upstream}').trim();
  } catch {
    return git('rev-parse', '--verify', 'HEAD~1').trim();
  }
}

/**
 * Returns the paths of all files of a clone that differ from what was pushed: committed since, changed, removed or new.
 * Returns undefined where git cannot tell: outside a clone, or without an earlier commit.
 */
export function changedFiles(clone: string): string[] | undefined {
  const git = gitOf(clone);
  try {
    if (realpathSync(git('rev-parse', '--show-toplevel').trim()) !== realpathSync(clone)) return undefined;
    const differing = git('diff', '--name-only', '--no-renames', '-z', comparedCommit(git));
    const added = git('ls-files', '--others', '--exclude-standard', '-z');
    return `${differing}${added}`.split('\0').filter(Boolean);
  } catch {
    return undefined;
  }
}
