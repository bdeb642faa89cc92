export interface Count {
  passed: number;
  failed: number;
}

export const addUp = (counts: Count[]): Count =>
  counts.reduce((sum, one) => ({ passed: sum.passed + one.passed, failed: sum.failed + one.failed }), {
    passed: 0,
    failed: 0,
  });

/** A runner that failed as a whole (crash, error outside the tests, no report) is one failure if it named none. */
const orAtLeastOne = (failed: number, code: number): number => (failed === 0 && code !== 0 ? 1 : failed);

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** Counts vitest's JSON report; a file that could not be loaded is one failure. */
export function vitestCount(report: unknown, code: number): Count {
  if (!report) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = report as VitestReport;
  const broken = testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'),
  );
  return { passed: numPassedTests, failed: orAtLeastOne(numFailedTests + broken.length, code) };
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
}

/** Counts Playwright's JSON report; an error outside the tests is one failure. */
export function playwrightCount(report: unknown, code: number): Count {
  if (!report) return { passed: 0, failed: 1 };
  const { stats, errors } = report as PlaywrightReport;
  return { passed: stats.expected + stats.flaky, failed: orAtLeastOne(stats.unexpected + errors.length, code) };
}
