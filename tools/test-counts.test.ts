import { expect, test } from 'vitest';
import {
  addUp,
  flakyJourneys,
  journeyFailures,
  outsideFailure,
  playwrightCount,
  vitestCount,
  vitestFailures,
} from './test-counts.ts';

const vitest = (passed: number, failed: number, files: object[] = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  testResults: files,
});

test('counts of both runners are added up', () => {
  const playwright = { stats: { expected: 3, unexpected: 1, flaky: 0 }, errors: [] };
  expect(addUp([vitestCount(vitest(10, 2), 1), playwrightCount(playwright, 1)])).toEqual({ passed: 13, failed: 3 });
});

test('a runner without a report counts as one failure', () => {
  expect(vitestCount(undefined, 0)).toEqual({ passed: 0, failed: 1 });
  expect(playwrightCount(undefined, 0)).toEqual({ passed: 0, failed: 1 });
});

test('a runner that failed outside its tests counts as one failure', () => {
  expect(vitestCount(vitest(10, 0), 1)).toEqual({ passed: 10, failed: 1 });
  expect(vitestCount(vitest(10, 2), 1)).toEqual({ passed: 10, failed: 2 });
  const broken = { stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: [{ message: 'config' }] };
  expect(playwrightCount(broken, 1)).toEqual({ passed: 0, failed: 1 });
});

test('a file that cannot be loaded counts as one failure, a file with a failed test as none besides', () => {
  const unloadable = { status: 'failed', assertionResults: [] };
  const oneFailed = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] };
  expect(vitestCount(vitest(5, 1, [unloadable, oneFailed]), 1)).toEqual({ passed: 5, failed: 2 });
});

test('a failure is named with the first lines of its reason', () => {
  const failed = { status: 'failed', fullName: 'a message is kept', failureMessages: ['Error: lost\n    at there'] };
  const report = vitest(1, 1, [
    { name: 'one.test.ts', status: 'failed', assertionResults: [{ status: 'passed' }, failed] },
    { name: 'two.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    { name: 'three.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
  ]);
  expect(vitestFailures(report)).toEqual([
    'one.test.ts > a message is kept\nError: lost\n    at there',
    'two.test.ts\nno such module',
  ]);
  expect(vitestFailures(undefined)).toEqual(['vitest gave no report']);
});

test('a failure outside the tests is quoted from where the runner begins to tell it, or else by its end', () => {
  const noise = Array.from({ length: 50 }, (_, n) => `line ${n}`).join('\n');
  const told = `${noise}\n\u001b[31m⎯⎯ Unhandled Errors ⎯⎯\u001b[39m\nError: lost\n${noise}\n`;
  expect(outsideFailure(told)).toMatch(/^outside the tests\n⎯⎯ Unhandled Errors ⎯⎯\nError: lost\nline 0\n/);
  expect(outsideFailure(told).split('\n')).toHaveLength(31);
  expect(outsideFailure(noise)).toMatch(/^outside the tests\nline 20\n.*line 49$/s);
});

test('a journey that passed at its second try counts as passed, and is named as flaky with its reason', () => {
  const spec = (line: number, status: string) => ({
    file: 'list.spec.ts',
    line,
    title: `n° ${line}`,
    tests: [{ status, results: [{ errors: [] }, { errors: [{ message: '\u001b[31mError: late\u001b[39m' }] }] }],
  });
  const report = {
    stats: { expected: 2, unexpected: 1, flaky: 2 },
    errors: [],
    suites: [
      { specs: [spec(1, 'expected'), spec(2, 'flaky')] },
      { specs: [], suites: [{ specs: [spec(3, 'unexpected'), spec(4, 'flaky'), spec(5, 'expected')] }] },
    ],
  };
  expect(playwrightCount(report, 1)).toEqual({ passed: 4, failed: 1 });
  expect(flakyJourneys(report)).toEqual(['list.spec.ts:2 n° 2', 'list.spec.ts:4 n° 4']);
  expect(journeyFailures(report)).toEqual([
    'list.spec.ts:2 n° 2 (it passed at its next try)\nError: late',
    'list.spec.ts:3 n° 3\nError: late',
    'list.spec.ts:4 n° 4 (it passed at its next try)\nError: late',
  ]);
  const broken = { ...report, suites: [], errors: [{ message: '\u001b[31mError: a worker ended\u001b[39m' }] };
  expect(journeyFailures(broken)).toEqual(['outside the journeys\nError: a worker ended']);
  expect(flakyJourneys(undefined)).toEqual([]);
  expect(journeyFailures(undefined)).toEqual([]);
});
