/** Share of the random cases that `npm test` tries; `npm run test:all`, or a single file's run, tries all. */
const dailyShare = 1 / 4;

/** Returns how many random cases a test tries. */
export const randomRuns = (all: number): number => (process.env.TESTS === 'daily' ? Math.ceil(all * dailyShare) : all);
