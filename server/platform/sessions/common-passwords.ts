import { readFile } from 'node:fs/promises';
import { commonPasswordsFile } from '../paths.ts';

/** List as one text, one password per line: searching the text takes a tenth of a millisecond, so no index is built. */
let list: Promise<string> | undefined;

/** Reads the list once, at the first call; after a failure, the next call tries again. */
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

/** Tells whether a password is among the most common ones, whatever its case. */
export async function isCommon(password: string): Promise<boolean> {
  return !password.includes('\n') && (await readList()).includes(`\n${password.toLowerCase()}\n`);
}
