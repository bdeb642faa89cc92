import { api } from '@palabre/common/contract/index.ts';
import type { Palabre, Person } from '../harness.ts';
import { codeSentTo, codesTo } from '../outbox.ts';
import { check, pair } from './codes.ts';

/** Has a person set up two-step, by the code that they are mailed. */
export async function setUpTwoStep(palabre: Palabre, person: Person): Promise<void> {
  const { email } = person.user;
  await person.ok(api.accounts.update, { params: { id: person.id }, body: { doubleAuthentification: true } });
  const before = (await codesTo(palabre.dataDir, email)).length;
  await person.ok(api.otp.sent, { body: pair(person) });
  const { status } = await check(person, person, await codeSentTo(palabre, email, before + 1), '2FA');
  if (status !== 200) throw new Error(`two-step could not be set up: ${status}`);
}

/** Has an administrator choose whether two-step is required. */
export async function requireTwoStep(administrator: Person, twoStepRequired: boolean | null): Promise<void> {
  const { version } = await administrator.ok(api.settings.read);
  await administrator.ok(api.settings.change, { body: { version, twoStepRequired } });
}
