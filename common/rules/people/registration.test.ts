import { expect, test } from 'vitest';
import {
  acceptsNewAddress,
  type Entrant,
  isOfDomains,
  refusedRegistration,
  registrationChoices,
} from './registration.ts';

const entrant = (more: Partial<Entrant> = {}): Entrant => ({
  ...{ email: 'zoe@exemple.fr', byProvider: false, proven: false, invited: false, approved: false },
  ...more,
});
const domains = ['exemple.fr'];
const refusals = (more: Partial<Entrant> = {}) =>
  registrationChoices.map(
    who => refusedRegistration({ who, domains }, entrant(more))?.replace('registration_by_', '') ?? null,
  );

test('Registration is for whom administrators chose, in each way an account is made', () => {
  expect(refusals()).toEqual([null, 'invitation', 'domain', 'approval', 'provider']);
  expect(refusals({ invited: true, proven: true })).toEqual([null, null, null, 'approval', 'provider']);
  expect(refusals({ approved: true, proven: true })).toEqual([null, null, null, null, 'provider']);
  expect(refusals({ byProvider: true })).toEqual([null, 'invitation', 'domain', 'approval', null]);
  expect(refusals({ proven: true, email: 'zoe@ailleurs.fr' })).toEqual([
    null,
    'invitation',
    'domain',
    'approval',
    'provider',
  ]);
});

test('A listed domain is the whole of what stands after the « @ »', () => {
  expect(
    ['a@exemple.fr', 'a@sub.exemple.fr', 'a@pasexemple.fr', 'exemple.fr@b.fr'].map(one => isOfDomains(one, domains)),
  ).toEqual([true, false, false, false]);
});

test('Another address is taken by any account but where accounts are of listed domains or of a provider, unless it is approved', () => {
  const accepted = (email: string, approved: boolean) =>
    registrationChoices.map(who => acceptsNewAddress({ who, domains }, { email, approved }));
  expect(registrationChoices).toEqual(['everybody', 'invitation', 'domains', 'approval', 'provider']);
  expect(accepted('zoe@ailleurs.fr', false)).toEqual([true, true, false, true, false]);
  expect(accepted('zoe@exemple.fr', false)).toEqual([true, true, true, true, false]);
  expect(accepted('zoe@ailleurs.fr', true)).toEqual([true, true, true, true, true]);
});
