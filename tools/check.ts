import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDocument } from '../server/platform/documentation/document.ts';
import { ensureWeb } from './build.mjs';
import { checkPageBudget } from './page-budget.ts';
import { root, say } from './setup.mjs';

interface Result {
  code: number;
  output: string;
}

/**
 * Step of `npm run check`: types, lint, boundaries, dead code, size of the page, API document. A step prints one line,
 * and on failure its output and a remedy.
 */
interface Step {
  name: string;
  /** Arguments of Node, or a function run in this process. */
  program: string[] | (() => Result);
  /** Preparation, run in this process. */
  before?: () => Promise<void> | void;
  remedy: string;
}

const script = (path: string) => join(root, 'node_modules', path);

const document = join(root, '.cache/openapi.json');
/** Writes the OpenAPI document as the server would serve it, without a server. */
function writeDocument(): void {
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(document, JSON.stringify(createDocument('https://palabre.exemple.fr'), null, 2));
}
// Disables Redocly's telemetry.
Object.assign(process.env, { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' });

const steps: Step[] = [
  {
    name: 'types',
    program: [script('typescript/bin/tsc'), '-p', '.', '--pretty'],
    remedy: 'Corrigez les types ci-dessus.',
  },
  {
    name: 'style',
    program: [script('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '--max-diagnostics=50'],
    remedy: 'npx biome check --write corrige ce qui peut l’être ; le reste est ci-dessus.',
  },
  {
    name: 'frontières',
    program: [script('vitest/vitest.mjs'), 'run', '--project=pure', 'tools/boundaries.test.ts'],
    remedy: 'Chaque ligne dit quoi faire à la place (tools/boundaries.ts).',
  },
  {
    name: 'code mort',
    program: [script('knip/bin/knip.js')],
    remedy: 'Supprimez ce qui ne sert plus ; npx knip --fix le fait pour les exports.',
  },
  {
    name: 'taille',
    before: ensureWeb,
    program: checkPageBudget,
    remedy: 'Chargez à la demande (import()) ce dont la première page n’a pas besoin.',
  },
  {
    name: 'api',
    before: writeDocument,
    // Recommended rules, with warnings as errors.
    program: [script('@redocly/cli/bin/cli.js'), 'lint', document, '--extends=recommended-strict'],
    remedy:
      'Corrigez ce que common/contract en dit, ou comment server/platform/documentation le dit (.cache/openapi.json).',
  },
];

function run(program: string[]): Promise<Result> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, program, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    child.once('close', code => resolve({ code: code ?? 1, output }));
  });
}

for (const { name, program, before, remedy } of steps) {
  const began = Date.now();
  await before?.();
  const { code, output } = typeof program === 'function' ? program() : await run(program);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  if (code === 0) say(`✓ ${name} (${seconds} s)`);
  else {
    say(`${output.trimEnd()}\n✗ ${name} (${seconds} s) : ${remedy}`);
    process.exitCode = 1;
  }
}
