import { expect, it } from 'vitest';
import { auditActions } from './audit-texts.ts';

it.each(['fr', 'en'] as const)(
  'the journal calls no two actions the same, so that its filter tells them apart (%s)',
  language => {
    const all = Object.values(auditActions).map(words => words[language]);
    expect(all.filter((words, at) => all.indexOf(words) < at)).toEqual([]);
  },
);
