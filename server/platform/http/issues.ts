import { type IssueCode, issues } from '@palabre/common/contract/issues.ts';
import { z } from 'zod';
import type { Language } from './errors.ts';

type RawIssue = Parameters<NonNullable<ReturnType<typeof z.config>['localeError']>>[0];

// A schema does not know the language of the reader: its message is a code and a limit, worded when the answer leaves.
z.config({ localeError: issue => codeOf(issue).join(' ') });

const tooSmall: Record<string, IssueCode> = { string: 'too_short', array: 'too_few' };
const tooBig: Record<string, IssueCode> = { string: 'too_long', array: 'too_many' };

function codeOf(issue: RawIssue): [IssueCode, (number | bigint)?] {
  switch (issue.code) {
    case 'invalid_type':
      return [issue.input === undefined ? 'required' : 'wrong_type'];
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return ['required'];
      if (issue.origin === 'array' && issue.minimum === 1) return ['empty'];
      return [tooSmall[issue.origin] ?? 'too_small', issue.minimum];
    case 'too_big':
      return [tooBig[issue.origin] ?? 'too_big', issue.maximum];
    default:
      return ['wrong_format'];
  }
}

const isCode = (code: string): code is IssueCode => code in issues;

/** Writes the sentence of a schema's message about a field. */
export function issueSentence(said: string, language: Language): string {
  const [code = '', limit = ''] = said.split(' ');
  return issues[isCode(code) ? code : 'wrong_format'][language].replace('{n}', limit);
}
