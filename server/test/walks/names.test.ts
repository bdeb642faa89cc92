import { issues } from '@palabre/common/contract/issues.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from '../harness.ts';
import { gather, type Team } from '../people/team.ts';

let palabre: Palabre;
let camille: Person;
let team: Team;

beforeAll(async () => {
  palabre = await startPalabre();
  camille = await palabre.register();
  team = await gather(camille);
});

const person = { firstName: 'Camille', lastName: 'Moreau', email: 'c@exemple.fr', password: 'un mot de passe sûr' };
const calls: Record<string, (name: string) => [path: string, body: object]> = {
  firstName: firstName => ['/api/user/register', { ...person, firstName }],
  lastName: lastName => ['/api/user/register', { ...person, lastName }],
  title: title => ['/api/workspace', { title }],
  tags: tag => ['/api/workspace', { title: 'Atelier', tags: [tag] }],
  description: description => ['/api/workspace', { title: 'Atelier', description }],
  channel: title => ['/api/channel', { title, visibility: 'public', workspaceId: team.id }],
  role: name => ['/api/role', { name, workspaceId: team.id }],
};

describe.each(Object.entries(calls))('a name (%s)', (_field, call) => {
  // Which texts are refused is tested without a server (`fields.test.ts`).
  it('with a command of a terminal is refused, and the field says why', async () => {
    const [path, body] = call('Un\u001b[2JDeux');
    const reply = await camille.raw('POST', path, { body });
    expect([reply.status, reply.body.issues?.[0]?.message]).toEqual([400, issues.line.fr]);
  });

  it('in any script is accepted', async () => {
    const [path, body] = call('Ζωή عمر 田中 d’Été-🌳');
    const reply = await camille.raw('POST', path, { body: { ...body, email: `${Math.random()}@exemple.fr` } });
    expect(reply.status).toBe(201);
  });
});

it('an e-mail address that is none is refused at its field', async () => {
  const body = { ...person, email: 'Nom <a@c.d>' };
  const reply = await palabre.nobody.raw('POST', '/api/user/register', { body });
  expect([reply.status, reply.body.issues?.[0]?.path]).toEqual([400, 'email']);
});
