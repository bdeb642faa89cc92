import { describe, expect, test } from 'vitest';
import { importsOf, lineLimit, sources, testLineLimit, violations } from './boundaries.ts';

const broken = (path: string, text: string) => violations([{ path, text }]);

describe('the project', () => {
  const files = sources();

  test('keeps its boundaries', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(violations(files)).toEqual([]);
  });
});

describe('a file is refused', () => {
  test.each([
    ['common/rules/a.ts', `import { readFile } from 'node:fs';`, /nothing but zod/],
    ['common/rules/a.ts', `import { newId } from '../../server/platform/postgres/db.ts';`, /nothing but zod/],
    ['web/features/boot/A.tsx', `import type { Env } from '@palabre/server/env.ts';`, /contract only/],
    ['server/app.ts', `const page = await import('../web/app/router.tsx');`, /never knows the page/],
    ['server/app.ts', `import { users } from './features/users/users.ts';`, /X\.feature\.ts/],
    ['web/ui/fields/Button.tsx', `import { x } from '../../features/messages/x.ts';`, /know none/],
    ['server/platform/mail/mail.ts', `import { seal } from '../sessions/secret-box.ts';`, /ask services\.secrets/],
    ['web/ui/A.tsx', `import { createRoot } from 'react-dom/client';`, /has one root/],
    [
      'server/platform/http/route.ts',
      `import { messages } from '../../features/messages/messages.ts';`,
      /let app.ts hand it over/,
    ],
    [
      'server/features/messages/pins/pins.ts',
      `import {\n  one,\n  two,\n} from '../timeline/changes.ts';`,
      /lies in its open\/ folder/,
    ],
    ['web/features/boot/a.ts', `export { B } from '../conversations/B.tsx';`, /lies in its open\/ folder/],
    [
      'server/features/people/users/users.ts',
      `import type { B } from '../../boot/open/b.ts';`,
      /has that feature above its own/,
    ],
    [
      'web/features/people/otp/A.tsx',
      `const B = lazy(() => import('../accounts/open/B.tsx'));`,
      /has that feature above its own/,
    ],
    ['web/features/people/otp/A.tsx', `import { useLive } from '../../../app/live.ts';`, /knows nothing of the shell/],
    ['web/features/people/otp.ts', '', /of no feature/],
    ['server/features/boot/a.ts', `await tx.selectFrom('users').execute();`, /holds SQL/],
    ['server/features/boot/a.ts', 'await sql<{ n: number }>`SELECT 1`.execute(tx);', /holds SQL/],
    ['server/features/boot/a.ts', `demand(!me.isOwner || owners > 1, 'last_owner');`, /common\/permissions/],
    ['web/features/boot/A.tsx', `const above = roles.filter(role => role.rank < 2);`, /common\/permissions/],
    ['server/platform/realtime/rooms.ts', `await pool.query<{ room: string }>({ name: 'rooms', text });`, /holds SQL/],
    ['server/platform/sessions/session.ts', `db.deleteFrom('sessions')`, /holds SQL/],
    ['server/admin.ts', "await pool.query('UPDATE users SET admin = true');", /holds SQL/],
    ['server/features/boot/a.ts', 'ids.sort((a, b) => a._id.localeCompare(b._id));', /byCode/],
    ['web/features/boot/a.ts', 'a.localeCompare(String(b.id));', /byCode/],
    ['web/features/boot/a.ts', 'name.toLocaleUpperCase()', /language of the machine/],
    ['server/features/boot/a.ts', 'new Intl.DateTimeFormat(undefined, { hour })', /language of the machine/],
    ['web/features/boot/A.tsx', '/** Opens at once (spec 2 §4). */', /say the rule itself/],
    ['server/app.ts', '\n'.repeat(lineLimit + 1), /more than 300/],
    ['e2e/list/list.spec.ts', '\n'.repeat(testLineLimit + 1), /more than 420/],
  ])('%s: %s', (path, text, why) => {
    expect(broken(path, text)).toEqual([expect.stringMatching(why)]);
  });
});

describe('a file is accepted', () => {
  test.each([
    ['common/rules/a.ts', `import { z } from 'zod';\nimport type { B } from './b.ts';`],
    ['web/features/boot/A.tsx', `import { api } from '@palabre/common/contract/index.ts';\nimport './A.module.css';`],
    ['server/features/boot/a.ts', `import { type B } from '../conversations/open/b.ts';\nimport { C } from './c.ts';`],
    ['web/features/people/otp/A.tsx', `import { useB } from '../users/open/users.queries.ts';`],
    ['web/app/shell/A.tsx', `import { B } from '../../features/boot/B.tsx';`],
    ['server/features/boot/a.store.ts', `tx.selectFrom('users')`],
    ['server/platform/realtime/rooms.store.ts', `await pool.query({ name: 'rooms', text });`],
    ['server/platform/access/access.places.ts', `await pool.query({ name: 'access', text });`],
    ['server/platform/postgres/migrate.ts', `await client.query('CREATE TABLE a ()');`],
    ['server/app.ts', `database: () => pool.query('SELECT 1'),`],
    ['web/features/boot/A.tsx', `{facts.isOwner && <Tag />}`],
    ['web/features/boot/a.ts', 'a.label.localeCompare(b.label, language)'],
    ['web/features/boot/a.ts', `name.charAt(0).toLocaleUpperCase('fr')`],
    ['web/features/boot/a.ts', 'Intl.DateTimeFormat().resolvedOptions().timeZone'],
    ['server/features/boot/a.test.ts', `import { b } from '../b/b.ts';\nclient.query('SELECT 1');`],
  ])('%s: %s', (path, text) => expect(broken(path, text)).toEqual([]));
});

test('imports of every form are found', () => {
  const text = `import 'a';\nimport b from "b";\nimport * as c from 'c';\nimport { d } from 'd';\nimport type { e } from 'e';\nexport * from 'f';\nconst g = await import('g');`;
  expect(importsOf({ path: 'x.ts', text })).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
});
