import { expect, it } from 'vitest';
import { auditActions, auditChanges } from './audit-texts.ts';

it.each(['fr', 'en'] as const)(
  'the journal calls no two actions the same, so that its filter tells them apart (%s)',
  language => {
    const all = Object.values(auditActions).map(words => words[language]);
    expect(all.filter((words, at) => all.indexOf(words) < at)).toEqual([]);
  },
);

it.each(['fr', 'en'] as const)('the journal calls no two fields of one thing the same (%s)', language => {
  // The accent of the installation is never beside the accent of a role.
  const { accent: _, ...ofOneThing } = auditChanges;
  const all = Object.values(ofOneThing).map(words => words[language]);
  expect(all.filter((words, at) => all.indexOf(words) < at)).toEqual([]);
});
