import { readFile } from 'node:fs/promises';
import { commonPasswordsFile } from '../paths.ts';

/** The list as one text, a line each: it is searched as it is, in a tenth of a millisecond, and nothing is built of it. */
let list: Promise<string> | undefined;

/** Reads the list once, when it is first asked; a read that fails is tried again by the next. */
function readList(): Promise<string> {
  list ??= readFile(commonPasswordsFile, 'latin1').then(
    text => `\n${text}`,
    error => {
      list = undefined;
      throw error;
    },
  );
  return list;
}

/** Tells whether a password is one of the most common ones, whatever its case. */
export async function isCommon(password: string): Promise<boolean> {
  return !password.includes('\n') && (await readList()).includes(`\n${password.toLowerCase()}\n`);
}
