import { readdirSync } from 'node:fs';
import { say } from '../tools/setup.mjs';

/** Runs `bench/NAME.bench.ts` for `npm run bench -- NAME`; without a name, lists the benches. */
const suffix = '.bench.ts';
const names = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith(suffix))
  .map(file => file.slice(0, -suffix.length));
const wanted = process.argv[3];

if (wanted === undefined || !names.includes(wanted)) {
  say(`Donnez une mesure : npm run bench -- NOM\nConnues : ${names.join(', ') || 'aucune'}`);
  process.exitCode = wanted === undefined ? 0 : 1;
} else {
  await import(`./${wanted}${suffix}`);
}
