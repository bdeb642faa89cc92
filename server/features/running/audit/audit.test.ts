import { api } from '@palabre/common/contract/index.ts';
import { auditActions, auditChanges } from '@palabre/common/rules/running/audit-texts.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../../platform/postgres/db.ts';
import { type Palabre, type Person, startPalabre } from '../../../test/harness.ts';
import { createWorld, post, type World } from '../../../test/people/world.ts';

let palabre: Palabre;
let world: World;
let administrator: Person;

beforeAll(async () => {
  palabre = await startPalabre();
  world = await createWorld(palabre);
  administrator = await palabre.register({ firstName: 'Agathe', lastName: 'Roy', email: 'agathe@exemple.fr' });
  await palabre.makeAdministrator(administrator);
});

const journal = async (query = {}) => (await administrator.ok(api.audit.list, { query })).entries;

describe('the audit log', () => {
  it('says who did what to whom, where, newest first', async () => {
    const { camille, theo, ines, atelier } = world;
    const excluded = (await journal()).filter(({ action }) => action.startsWith('member_'));
    expect(excluded).toMatchObject([
      { action: 'member_banned', target: `Théo Van den Berghe (${theo.user.email})`, targetId: theo.id },
      { action: 'member_kicked', target: `Inès Ortega (${ines.user.email})`, targetId: ines.id },
    ]);
    for (const entry of excluded) {
      expect(entry).toMatchObject({
        ...{ actor: `Camille Moreau (${camille.user.email})`, actorId: camille.id },
        ...{ place: 'Atelier Tilleul', placeId: atelier._id, changes: [] },
      });
    }
  });

  it('says what was changed of roles, channels and settings, and what was deleted', async () => {
    const { camille, atelier, conduite, cafe } = { ...world, cafe: await channelOf('café') };
    const params = { id: atelier._id };
    await camille.ok(api.roles.update, { params: { id: conduite._id }, body: { canKick: true, creator: false } });
    await camille.ok(api.channels.update, { params: { id: cafe }, body: { visibility: 'protected' } });
    await camille.ok(api.channels.remove, { params: { id: cafe } });
    await camille.ok(api.workspaces.update, { params, body: { description: '', tags: ['bois'] } });
    // A right that is taken back is a change, as a text that is emptied.
    await camille.ok(api.roles.update, { params: { id: conduite._id }, body: { canKick: false } });
    expect(await journal({ limit: 5 })).toMatchObject([
      { action: 'role_updated', target: 'Conduite', changes: ['permissions'] },
      { action: 'workspace_updated', target: 'Atelier Tilleul', changes: ['description', 'tags'] },
      { action: 'channel_deleted', target: 'café', place: 'Atelier Tilleul' },
      { action: 'channel_updated', target: 'café', changes: ['visibility'] },
      { action: 'role_updated', target: 'Conduite', changes: ['permissions'] },
    ]);
  });

  it('has messages deleted by somebody else, and none deleted by their author', async () => {
    const { camille, karim, general } = world;
    const his = await post(karim, general, 'Une bêtise');
    const own = await post(camille, general, 'Une autre');
    const before = await journal({ action: 'message_deleted' });
    await camille.ok(api.messages.remove, { params: { id: own._id } });
    await camille.ok(api.messages.remove, { params: { id: his._id } });
    const after = await journal({ action: 'message_deleted' });
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]).toMatchObject({ targetId: karim.id, place: 'Atelier Tilleul › général', actorId: camille.id });
  });

  it('has nothing of refused acts', async () => {
    const before = await journal();
    const { karim, atelier, souleymane } = world;
    const refused = await karim.call(api.members.ban, {
      params: { id: atelier._id },
      body: { userId: souleymane.id },
    });
    expect(refused.status).toBe(403);
    expect(await journal()).toEqual(before);
  });

  it('has an administrator made by a command, once', async () => {
    await palabre.makeAdministrator(administrator);
    expect(await journal({ action: 'administrator_made', target: 'agathe' })).toMatchObject([
      { actorId: null, actor: '', target: 'Agathe Roy (agathe@exemple.fr)' },
    ]);
  });

  it('is searched by actor, target, action and time, ignoring case and accents', async () => {
    const whole = await journal({ limit: 100 });
    const kicked = whole.find(({ action }) => action === 'member_kicked');
    expect(await journal({ target: 'INES' })).toEqual([kicked]);
    expect(await journal({ actor: 'moreau', action: 'member_kicked' })).toEqual([kicked]);
    expect(await journal({ actor: 'agathe' })).toEqual([]);
    expect(await journal({ target: '%' })).toEqual([]);
    expect(await journal({ to: kicked?.createdAt })).toEqual(whole.slice(whole.indexOf(kicked as never) + 1));
    expect(await journal({ from: kicked?.createdAt, limit: 100 })).toContainEqual(kicked);
    expect(await journal({ from: '2999-01-01T00:00:00Z' })).toEqual([]);
  });

  it('comes page by page', async () => {
    for (const only of [{}, { action: 'role_updated' }, { actor: 'moreau', target: 'conduite' }] as const) {
      const whole = await journal({ ...only, limit: 100 });
      expect(whole.length).toBeGreaterThan(1);
      const pages: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = await administrator.ok(api.audit.list, { query: { ...only, limit: 1, cursor } });
        pages.push(...page.entries);
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(pages).toEqual(whole);
    }
  });

  it('is exported as a CSV file whose formulas spreadsheets do not compute', async () => {
    const { camille, atelier } = world;
    const { role } = await camille.ok(api.roles.create, {
      body: { name: '=HYPERLINK("http://x";"y")', workspaceId: atelier._id },
    });
    await camille.ok(api.roles.remove, { params: { id: role._id } });
    const reply = await administrator.raw<{ text: string }>('GET', '/api/audit/csv?action=role_deleted');
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="journal.csv"');
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, line, ...rest] = reply.body.text.split('\r\n');
    expect(head).toBe('\ufeffDate (UTC);Qui;Quoi;À qui ou à quoi;Où;Ce qui a changé;Pourquoi');
    expect(line).toContain(`Rôle supprimé;"'=HYPERLINK(""http://x"";""y"")";Atelier Tilleul`);
    expect(rest).toEqual(['']);
    // The file has what the list has, whichever way it is narrowed.
    for (const [narrowed, lines] of [
      ['actor=moreau', 1],
      ['actor=agathe', 0],
      ['target=hyperlink', 1],
      ['target=conduite', 0],
      ['from=2020-01-01T00:00:00Z', 1],
      ['from=2999-01-01T00:00:00Z', 0],
      ['to=2020-01-01T00:00:00Z', 0],
    ] as const) {
      const { body } = await administrator.raw<{ text: string }>(
        'GET',
        `/api/audit/csv?action=role_deleted&${narrowed}`,
      );
      expect([narrowed, body.text.split('\r\n').length - 2]).toEqual([narrowed, lines]);
    }
  });

  it('is exported with what was changed, in the language of who asks', async () => {
    const database = palabre.services.database.pool;
    await database.query(
      `INSERT INTO audit (id, created_at, action, actor_name, target_name, place_name, changes, reason)
       VALUES ($1, now(), 'role_updated', 'Agathe', 'Conduite', '', '{name,color}', 'Départ de Karim')`,
      [newId()],
    );
    const changed = async (language: string) => {
      const headers = { 'accept-language': language };
      const { body } = await administrator.raw<{ text: string }>('GET', '/api/audit/csv?action=role_updated', {
        headers,
      });
      return body.text.split('\r\n').map(line => line.split(';').slice(5).join(' : '));
    };
    const among = ({ name, color }: typeof auditChanges, language: 'fr' | 'en') =>
      `${name[language]}, ${color[language]} : Départ de Karim`;
    for (const language of ['fr', 'en'] as const)
      expect(await changed(language)).toContain(among(auditChanges, language));
    expect((await changed('en'))[0]).toBe('What changed : Why');
    const english = { headers: { 'accept-language': 'en' } };
    const { body } = await administrator.raw<{ text: string }>('GET', '/api/audit/csv?action=role_updated', english);
    expect(body.text).toContain(`;${auditActions.role_updated.en};`);
  });

  it('is exported with times that spreadsheets read, in the time zone asked for', async () => {
    const [entry] = await journal({ action: 'role_deleted' });
    const written = (zone: string, language: string) =>
      new Intl.DateTimeFormat(language, {
        ...{ timeZone: zone, day: '2-digit', month: '2-digit', year: 'numeric' },
        ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
      }).format(new Date(entry?.createdAt ?? ''));
    const line = async (query: string, headers = {}) => {
      const asked = { headers: { authorization: `Bearer ${administrator.token}`, ...headers } };
      const reply = await fetch(`${palabre.url}/api/audit/csv?action=role_deleted${query}`, asked);
      return Buffer.from(await reply.arrayBuffer())
        .toString()
        .split('\r\n');
    };
    const [head, first] = await line('&zone=Asia/Tokyo');
    expect(head).toMatch(/^\ufeffDate \(Asia\/Tokyo\);/);
    const date = first?.split(';')[0];
    expect(date).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
    expect(date).toBe(written('Asia/Tokyo', 'fr-FR'));
    expect((await line('', { 'accept-language': 'en' }))[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d;/);
  });

  it('is exported whole, each line once, however long it is', async () => {
    const ids = Array.from({ length: 2_001 }, newId);
    await palabre.services.database.pool.query(
      `INSERT INTO audit (id, created_at, action, actor_name, target_name, place_name, changes)
       SELECT id, now(), 'society_deleted', 'Agathe', 'ligne ' || n, '', '{}'
       FROM unnest($1::uuid[]) WITH ORDINALITY AS line(id, n)`,
      [ids],
    );
    const spending = vi.spyOn(palabre.services.limits, 'spend');
    const reply = await administrator.raw<{ text: string }>('GET', '/api/audit/csv?action=society_deleted');
    // A long file may be asked for so many times a minute.
    const spent = spending.mock.calls.filter(([name]) => name === 'journal').map(([, whose]) => whose);
    spending.mockRestore();
    expect(spent).toEqual([administrator.id]);
    const told = [...reply.body.text.matchAll(/;ligne (\d+);/g)].map(([, n]) => Number(n));
    expect(told).toEqual(ids.map((_, n) => ids.length - n));
  });

  it('refuses every change, even by SQL', async () => {
    const { kysely } = palabre.services.database;
    for (const change of ['UPDATE audit SET actor_name = $$x$$', 'DELETE FROM audit', 'TRUNCATE audit']) {
      await expect(sql.raw(change).execute(kysely), change).rejects.toThrow('journal');
    }
  });

  it('answers 404 to people who are no administrators', async () => {
    for (const path of ['/api/audit', '/api/audit/csv']) {
      expect((await world.camille.raw('GET', path)).status).toBe(404);
    }
  });
});

async function channelOf(title: string): Promise<string> {
  const { camille, atelier } = world;
  const { channel } = await camille.ok(api.channels.create, { body: { title, workspaceId: atelier._id } });
  return channel._id;
}
