import { describe, expect, test } from 'vitest';
import { allowed } from './allowed.ts';
import { type Allowed, importsOf, lineLimit, type Source, sources, violations } from './boundaries.ts';

const none: Allowed = { doors: {}, long: {} };
const broken = (path: string, text: string, exceptions: Allowed = none) => violations([{ path, text }], exceptions);

describe('the project', () => {
  const files = sources();

  test('keeps its boundaries', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(violations(files, allowed)).toEqual([]);
  });

  test('states no exception that it does not need', () => {
    const refused = violations(files, none);
    const isNeeded = (key: string) =>
      refused.some(problem => problem.includes(`imports ${key}:`) || problem.startsWith(`${key} has `));
    const stated = [...Object.keys(allowed.doors), ...Object.keys(allowed.long)];
    expect(stated.filter(key => !isNeeded(key))).toEqual([]);
  });
});

describe('a file is refused', () => {
  test.each([
    ['common/rules/a.ts', `import { readFile } from 'node:fs';`, /nothing but zod/],
    ['common/rules/a.ts', `import { newId } from '../../server/platform/postgres/db.ts';`, /nothing but zod/],
    ['web/features/a/A.tsx', `import type { Env } from '@palabre/server/env.ts';`, /contract only/],
    ['server/app.ts', `const page = await import('../web/app/router.tsx');`, /never knows the page/],
    ['server/app.ts', `import { users } from './features/users/users.ts';`, /X\.feature\.ts/],
    ['web/ui/Button.tsx', `import { x } from '../features/messages/x.ts';`, /know none/],
    ['web/ui/A.tsx', `import { createRoot } from 'react-dom/client';`, /has one root/],
    [
      'server/platform/http/route.ts',
      `import { messages } from '../../features/messages/messages.ts';`,
      /let app.ts hand it over/,
    ],
    ['server/features/a/a.ts', `import {\n  one,\n  two,\n} from '../b/b.ts';`, /move what both need/],
    ['web/features/a/A.tsx', `export { B } from '../b/B.tsx';`, /move what both need/],
    ['server/features/a/a.ts', `await tx.selectFrom('users').execute();`, /holds SQL/],
    ['server/features/a/a.ts', 'await sql<{ n: number }>`SELECT 1`.execute(tx);', /holds SQL/],
    ['server/features/a/a.ts', `demand(!me.isOwner || owners > 1, 'last_owner');`, /common\/permissions/],
    ['web/features/a/A.tsx', `const above = roles.filter(role => role.rank < 2);`, /common\/permissions/],
    ['server/platform/realtime/rooms.ts', `await pool.query<{ room: string }>({ name: 'rooms', text });`, /holds SQL/],
    ['server/platform/session.ts', `db.deleteFrom('sessions')`, /holds SQL/],
    ['server/admin.ts', "await pool.query('UPDATE users SET admin = true');", /holds SQL/],
    ['server/features/a/a.ts', 'ids.sort((a, b) => a._id.localeCompare(b._id));', /byCode/],
    ['web/features/a/a.ts', 'a.localeCompare(String(b.id));', /byCode/],
    ['web/features/a/a.ts', 'name.toLocaleUpperCase()', /language of the machine/],
    ['server/features/a/a.ts', 'new Intl.DateTimeFormat(undefined, { hour })', /language of the machine/],
    ['web/features/a/A.tsx', '/** Opens at once (spec 2 §4). */', /say the rule itself/],
    ['server/app.ts', '\n'.repeat(lineLimit + 1), /more than 300/],
  ])('%s: %s', (path, text, why) => {
    expect(broken(path, text)).toEqual([expect.stringMatching(why)]);
  });
});

describe('a file is accepted', () => {
  test.each([
    ['common/rules/a.ts', `import { z } from 'zod';\nimport type { B } from './b.ts';`],
    ['web/features/a/A.tsx', `import { api } from '@palabre/common/contract/index.ts';\nimport './A.module.css';`],
    ['server/features/a/a.ts', `import type { B } from '../b/b.ts';`],
    ['web/features/a/A.tsx', `import { useB } from '../b/b.queries.ts';`],
    ['server/features/a/a.store.ts', `tx.selectFrom('users')`],
    ['server/platform/realtime/rooms.store.ts', `await pool.query({ name: 'rooms', text });`],
    ['server/platform/access.places.ts', `await pool.query({ name: 'access', text });`],
    ['server/platform/postgres/migrate.ts', `await client.query('CREATE TABLE a ()');`],
    ['server/app.ts', `database: () => pool.query('SELECT 1'),`],
    ['web/features/a/A.tsx', `{facts.isOwner && <Tag />}`],
    ['web/features/a/a.ts', 'a.label.localeCompare(b.label, language)'],
    ['web/features/a/a.ts', `name.charAt(0).toLocaleUpperCase('fr')`],
    ['web/features/a/a.ts', 'Intl.DateTimeFormat().resolvedOptions().timeZone'],
    ['server/features/a/a.test.ts', `import { b } from '../b/b.ts';\nclient.query('SELECT 1');`],
  ])('%s: %s', (path, text) => expect(broken(path, text)).toEqual([]));

  test('when the exception is stated', () => {
    const file: Source = { path: 'server/features/a/a.ts', text: `import { b } from '../b/b.ts';` };
    expect(violations([file], { ...none, doors: { 'server/features/b/b.ts': 'why' } })).toEqual([]);
  });
});

test('every form of import is seen', () => {
  const text = `import 'a';\nimport b from "b";\nimport * as c from 'c';\nimport { d } from 'd';\nimport type { e } from 'e';\nexport * from 'f';\nconst g = await import('g');`;
  expect(importsOf({ path: 'x.ts', text })).toEqual([
    { target: 'a', typeOnly: false },
    { target: 'b', typeOnly: false },
    { target: 'c', typeOnly: false },
    { target: 'd', typeOnly: false },
    { target: 'e', typeOnly: true },
    { target: 'f', typeOnly: false },
    { target: 'g', typeOnly: false },
  ]);
});
