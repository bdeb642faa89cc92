import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { patienceMs } from '@palabre/common/test/patience.ts';
import PostalMime, { type Email } from 'postal-mime';
import { codeIn } from './mailbox.ts';

/** The mails to an address in the outbox of a data folder, the oldest first. */
export async function mailsTo(dataDir: string, address: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter(name => name.endsWith('.eml')).sort();
  const mails = await Promise.all(files.map(async name => PostalMime.parse(await readFile(join(folder, name)))));
  return mails.filter(mail => mail.to?.some(to => to.address === address));
}

/** The codes sent to an address so far, the oldest first. */
export const codesTo = async (dataDir: string, address: string): Promise<string[]> =>
  (await mailsTo(dataDir, address)).map(codeIn).filter(Boolean);

/** The nth code sent to an address, once it is there: for tests that are about something else than mails. */
export async function codeSentTo({ dataDir }: { dataDir: string }, address: string, n = 1): Promise<string> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await pause(50)) {
    const code = (await codesTo(dataDir, address))[n - 1];
    if (code) return code;
  }
  throw new Error(`code ${n} to ${address} did not come`);
}
