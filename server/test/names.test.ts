import { issues } from '@palabre/common/contract/issues.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Palabre, type Person, startPalabre } from './harness.ts';
import { gather, type Team } from './team.ts';

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
  description: description => [
    '/api/workspace',
    { title: 'Atelier', description: description.replace('\n', '\u2028') },
  ],
  channel: title => ['/api/channel', { title, visibility: 'public', workspaceId: team.id }],
  role: name => ['/api/role', { name, workspaceId: team.id }],
};

describe.each(Object.entries(calls))('a name (%s)', (_field, call) => {
  it.each([
    ['two lines', 'Un\nDeux'],
    ['a command of a terminal', 'Un\u001b[2JDeux'],
    ['a bell', 'Un\u0007Deux'],
    ['what turns the text round', 'Un\u202exuD'],
    ['an isolate that does not end', 'Un\u2067Deux'],
    ['an embedding', '\u202aUn'],
  ])('with %s is refused, and the field says why', async (_what, name) => {
    const [path, body] = call(name);
    const reply = await camille.raw('POST', path, { body });
    expect([reply.status, reply.body.issues?.[0]?.message]).toEqual([400, issues.line.fr]);
  });

  it('in any script is taken', async () => {
    const [path, body] = call('Ζωή عمر 田中 d’Été-🌳');
    const reply = await camille.raw('POST', path, { body: { ...body, email: `${Math.random()}@exemple.fr` } });
    expect(reply.status).toBe(201);
  });
});

describe('an e-mail address', () => {
  it.each([
    '"x"<a,b@c.d>1',
    'a@b@c.d',
    'a b@c.d',
    'a,b@c.d',
    'Nom <a@c.d>',
    '.a@c.d',
    'a..b@c.d',
    'a@-c.d',
    'a@c..d',
    'a@[127.0.0.1]',
    'a\u202eb@c.d',
    'a@',
  ])('is not « %s »', async email => {
    const reply = await palabre.nobody.raw('POST', '/api/user/register', { body: { ...person, email } });
    expect([reply.status, reply.body.issues?.[0]?.path]).toEqual([400, 'email']);
  });

  it.each(['a@b', 'prénom.nom+liste@exemple.fr', "o'brien_x@mail.exemple.co", 'x@xn--9ca.fr'])(
    'may be « %s »',
    async email => {
      const reply = await palabre.nobody.raw('POST', '/api/user/register', { body: { ...person, email } });
      expect(reply.status).toBe(201);
    },
  );
});
