import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { waitTimeoutMs } from '@palabre/common/test/timeouts.ts';
import PostalMime, { type Email } from 'postal-mime';
import { afterFile } from './cleanup.ts';
import { codeIn } from './outside/mailbox.ts';

/** Mails read before, by the paths of their files: a test looks many times, and a file in the outbox never changes. */
const known = new Map<string, Promise<Email>>();

function mailIn(path: string): Promise<Email> {
  const mail = known.get(path) ?? readFile(path).then(bytes => PostalMime.parse(bytes));
  if (known.size === 0) afterFile(() => known.clear());
  known.set(path, mail);
  return mail;
}

/** Reads the mails to an address in the outbox of a data folder, oldest first. */
export async function mailsTo(dataDir: string, address: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const files = names.filter(name => name.endsWith('.eml')).sort();
  const mails = await Promise.all(files.map(name => mailIn(join(folder, name))));
  return mails.filter(mail => mail.to?.some(to => to.address === address));
}

/** Reads the codes sent to an address, oldest first. */
export const codesTo = async (dataDir: string, address: string): Promise<string[]> =>
  (await mailsTo(dataDir, address)).map(codeIn).filter(Boolean);

/** Waits for the nth code sent to an address: for tests that are not about mails. */
export async function codeSentTo({ dataDir }: { dataDir: string }, address: string, n = 1): Promise<string> {
  for (const until = Date.now() + waitTimeoutMs; Date.now() < until; await pause(50)) {
    const code = (await codesTo(dataDir, address))[n - 1];
    if (code) return code;
  }
  throw new Error(`code ${n} to ${address} did not come`);
}
