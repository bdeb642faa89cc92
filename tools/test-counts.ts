import { stripVTControlCharacters } from 'node:util';

/** Counts of passed and failed tests. */
export interface Count {
  passed: number;
  failed: number;
}

/** Adds up counts. */
export const addUp = (counts: Count[]): Count =>
  counts.reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }), {
    passed: 0,
    failed: 0,
  });

/**
 * Counts a runner that failed as a whole (crash, error outside the tests, no report) as one failure, unless its report
 * has failures.
 */
const orAtLeastOne = (failed: number, code: number): number => (failed === 0 && code !== 0 ? 1 : failed);

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name?: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName?: string; failureMessages?: string[] }[];
  }[];
}

/** Counts the JSON report of vitest; a file that cannot be loaded is one failure. */
export function vitestCount(report: unknown, code: number): Count {
  if (!report) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport;
  const broken = testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  );
  return { passed: numPassedTests, failed: orAtLeastOne(numFailedTests + broken.length, code) };
}

const firstLines = (text = '') => text.split('\n').slice(0, 12).join('\n');

/**
 * Lists the failures of the JSON report of vitest, with their first lines: printed last, where readers of a long log
 * look.
 */
export function vitestFailures(report: unknown): string[] {
  if (!report) return ['vitest gave no report'];
  return (report as VitestReport).testResults.flatMap(({ name = '', status, message, assertionResults }) => {
    const failed = assertionResults.filter(test => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${name}\n${firstLines(message)}`] : [];
    return failed.map(test => `${name} > ${test.fullName}\n${test.failureMessages?.map(firstLines).join('\n') ?? ''}`);
  });
}

const quotedLines = 30;

/**
 * Quotes a runner's failure outside its tests (an unhandled rejection, a worker that ended, a server that did not
 * stop), which its report omits.
 * @param errors the runner's error output, whole
 */
export function outsideFailure(errors: string): string {
  const lines = stripVTControlCharacters(errors).trimEnd().split('\n');
  const start = lines.findLastIndex(line => line.includes('Unhandled Errors'));
  const quoted = start < 0 ? lines.slice(-quotedLines) : lines.slice(start, start + quotedLines);
  return ['outside the tests', ...quoted].join('\n');
}

interface Journey {
  file: string;
  line: number;
  title: string;
  tests: { status: string; results: { errors: { message?: string }[] }[] }[];
}

interface PlaywrightSuite {
  specs: Journey[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

/** Counts the JSON report of Playwright; an error outside the tests is one failure. */
export function playwrightCount(report: unknown, code: number): Count {
  if (!report) return { passed: 0, failed: 1 };
  const { stats, errors } = report as PlaywrightReport;
  return { passed: stats.expected + stats.flaky, failed: orAtLeastOne(stats.unexpected + errors.length, code) };
}

const journeysOf = ({ specs, suites = [] }: PlaywrightSuite): Journey[] => [...specs, ...suites.flatMap(journeysOf)];

/** Lists the journeys of the JSON report of Playwright with one of these outcomes, named `file:line title`. */
const journeys = (report: unknown, ...ends: string[]) =>
  ((report as PlaywrightReport | undefined)?.suites ?? [])
    .flatMap(journeysOf)
    .filter(({ tests }) => tests.some(({ status }) => ends.includes(status)))
    .map(journey => ({ ...journey, name: `${journey.file}:${journey.line} ${journey.title}` }));

/** Lists the journeys of the JSON report of Playwright that passed only at their second try. */
export const flakyJourneys = (report: unknown): string[] => journeys(report, 'flaky').map(({ name }) => name);

/**
 * Lists the journeys that failed, at their last try or only at their first, and errors outside of journeys, with the
 * first lines of each reason.
 */
export const journeyFailures = (report: unknown): string[] => {
  const why = ({ message }: { message?: string }) => firstLines(stripVTControlCharacters(message ?? ''));
  const named = journeys(report, 'unexpected', 'flaky').map(({ name, tests }) => {
    const errors = tests.flatMap(({ results }) => results.flatMap(result => result.errors));
    const end = tests.some(({ status }) => status === 'flaky') ? ' (it passed at its next try)' : '';
    return [`${name}${end}`, ...errors.map(why)].join('\n');
  });
  const outside = (report as PlaywrightReport | undefined)?.errors ?? [];
  return [...named, ...outside.map(error => `outside the journeys\n${why(error)}`)];
};
