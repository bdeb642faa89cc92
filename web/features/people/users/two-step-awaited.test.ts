// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/server/query-client.ts';
import { endSession, login } from '../../../platform/session/session.ts';
import { takeSelf } from './open/take-self.ts';
import { awaitTwoStep } from './open/two-step-awaited.ts';

const camille = { _id: 'camille', firstName: 'Camille', twoStepRequired: true, doubleAuthentification: false };
const verified = { ...camille, doubleAuthentification: true, verification: true };
/** What the server says of the user. */
let profile: object = camille;
let fails = false;
const asked = vi.fn(async () =>
  fails ? Response.json({ code: 'internal', message: 'Panne.' }, { status: 500 }) : Response.json({ user: profile }),
);

beforeEach(() => {
  vi.stubGlobal('fetch', asked);
  asked.mockClear();
  [profile, fails] = [camille, false];
  login('a.b.c', { _id: 'camille' });
});
afterEach(() => {
  endSession('logout');
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Follows what two-step is awaited for: the answer, once there is one. */
function follow(awaited: Promise<boolean>) {
  const answers: boolean[] = [];
  void awaited.then(again => answers.push(again));
  return answers;
}
const settled = () => new Promise(done => setTimeout(done));

test('Requests that lack two-step wait together until it is set up, and are sent again then; the next ones wait anew', async () => {
  const both = [follow(awaitTwoStep()), follow(awaitTwoStep())];
  await settled();
  expect([asked.mock.calls.length, both]).toEqual([1, [[], []]]);
  takeSelf(queryClient, { ...verified, verification: false } as never);
  await settled();
  expect(both).toEqual([[], []]);
  takeSelf(queryClient, verified as never);
  await settled();
  expect(both).toEqual([[true], [true]]);
  profile = verified;
  expect(await awaitTwoStep()).toBe(true);
  expect(asked).toHaveBeenCalledTimes(2);
});

test.each([
  ['ends', () => endSession('expired')],
  ['gives way to another one', () => login('d.e.f', { _id: 'leonie' })],
])('A request that lacks two-step is given up once its session %s', async (_how, end) => {
  const answers = follow(awaitTwoStep());
  await settled();
  expect(answers).toEqual([]);
  end();
  await settled();
  expect(answers).toEqual([false]);
});

test('A request that lacks two-step is given up where the server cannot say what is lacking, and the next one asks again', async () => {
  fails = true;
  expect(await awaitTwoStep()).toBe(false);
  [fails, profile] = [false, verified];
  expect(await awaitTwoStep()).toBe(true);
  expect(asked).toHaveBeenCalledTimes(2);
});
