import { expect, test } from 'vitest';
import { refusingUnseen } from './refuse-unseen.ts';

test('A waiting request is refused at once to who may not read its target, unless it has left its line meanwhile', async () => {
  const refused: string[] = [];
  const request = (name: string) => ({ name, reject: (error: unknown) => refused.push(`${name}: ${String(error)}`) });
  const [seen, unseen, taken] = ['seen', 'unseen', 'taken'].map(request) as [
    ...[ReturnType<typeof request>, ReturnType<typeof request>, ReturnType<typeof request>],
  ];
  const refuse = refusingUnseen<ReturnType<typeof request>>(
    async () => new Map([[seen, true]]),
    one => one !== taken,
    () => 'not_found',
  );
  await Promise.all([seen, unseen, taken].map(refuse));
  expect(refused).toEqual(['unseen: Error: not_found']);
});
