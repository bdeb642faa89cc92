import { execFileSync } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const sides = ['server', 'web'];

/** Files that no folder’s own tests read. */
const apart = /^(bench|deploy|docs|e2e)\/|^[^/]+\.md$/;

/**
 * Returns the folders with tests of their own that a change elsewhere may leave out: each wing, and the layers below
 * the wings.
 */
export const ownFolders = (): string[] => [
  ...['server/platform', 'web/platform', 'web/ui', 'web/app'],
  ...sides.flatMap(side =>
    readdirSync(join(root, side, 'features'), { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(entry => `${side}/features/${entry.name}`),
  ),
];

/**
 * Returns the given folders whose own tests a change of `files` (paths from the root) cannot break; none without a list
 * of files.
 */
export function unchangedFolders(folders: string[], files: string[] | undefined): string[] {
  if (!files) return [];
  const concerned = files.filter(file => !apart.test(file)).flatMap(concernedBy);
  return folders.filter(folder => !concerned.some(start => `${folder}/`.startsWith(start)));
}

/**
 * Returns prefixes of the folders that a change of the file may break. A file within a wing concerns that wing, since
 * the others use its `open/` alone, and the shell, which shows its pages; a file of the shell, the shell. Any other
 * file concerns its whole side, and a file outside both sides everything.
 */
function concernedBy(file: string): string[] {
  const [side = '', room, wing, ...within] = file.split('/');
  if (!sides.includes(side)) return [''];
  if (file.startsWith('web/app/')) return ['web/app/'];
  const isOfOneWing = room === 'features' && within.length > 0 && !within.includes('open');
  return isOfOneWing
    ? [`${side}/features/${wing}/`, 'web/app/'].filter(folder => folder.startsWith(side))
    : [`${side}/`];
}

type Git = (...words: string[]) => string;

/**
 * Returns a function that runs git in a folder and returns its output; drops the variables of a running hook, which
 * name another clone.
 */
export function gitIn(folder: string): Git {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  return (...words) =>
    execFileSync('git', words, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/**
 * Returns the commit to compare the working tree with: the merge base of this branch and its upstream, or, without an
 * upstream, the commit before the last.
 */
function comparedCommit(git: Git): string {
  try {
    return git('merge-base', 'HEAD', '@{upstream}').trim();
  } catch {
    return git('rev-parse', '--verify', 'HEAD~1').trim();
  }
}

/**
 * Returns the paths of all files of a clone that differ from the pushed state: committed since, changed, removed or
 * new. Returns undefined where git cannot tell: outside a clone, or without an earlier commit.
 */
export function changedFiles(clone: string): string[] | undefined {
  const git = gitIn(clone);
  try {
    if (realpathSync(git('rev-parse', '--show-toplevel').trim()) !== realpathSync(clone)) return undefined;
    const differing = git('diff', '--name-only', '--no-renames', '-z', comparedCommit(git));
    const added = git('ls-files', '--others', '--exclude-standard', '-z');
    return `${differing}${added}`.split('\0').filter(Boolean);
  } catch {
    return undefined;
  }
}
