import { api } from '@palabre/common/contract/index.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startPalabre } from '../../../test/harness.ts';
import { hostGuest, letGuestIn, letInto } from '../../../test/people/guests.ts';
import { registerNamed } from '../../../test/people/world.ts';

const palabre = await startPalabre();
const { camille, karim } = await registerNamed(palabre, 'camille', 'karim');
const dayMs = 86_400_000;

test('A guest of a private channel hears that a member begins to see it, and that one no longer does; a guest elsewhere hears neither', async () => {
  const { team, hidden, guest, params } = await hostGuest(palabre, camille, karim);
  // A channel that is named twice is one channel.
  await camille.ok(api.guests.update, { params, body: { channels: [hidden._id, hidden._id] } });
  const apart = await team.channel('serre', 'private');
  const other = await letGuestIn(palabre, camille, { workspaceId: team.id, channels: [apart._id] });
  const { _id: id } = await team.role({ visibleChannels: [hidden._id] });
  const [ears, others] = [await guest.connect(), await other.connect()];
  for (const users of [[karim.id], []]) {
    const before = ears.all('updateGuests').length;
    await camille.ok(api.roles.update, { params: { id }, body: { users } });
    await ears.settled();
    expect(ears.all('updateGuests').slice(before)).toEqual([{ workspaceId: team.id }]);
  }
  await others.none('updateGuests');
});

test('A stay that begins anew counts from then on', async () => {
  const { team, site, guest } = await hostGuest(palabre, camille, karim);
  await sql`UPDATE guests SET joined_at = now() - interval '40 days', ends_at = now() - interval '10 days'
    WHERE user_id = ${guest.id}`.execute(palabre.services.database.kysely);
  await letInto(palabre, guest, { workspaceId: team.id, sponsorId: camille.id, channels: [site._id] });
  // Guests are found by their address, too.
  const query = { search: guest.user.email.toUpperCase() };
  const { guests } = await camille.ok(api.guests.list, { params: team.params, query });
  expect(guests.map(({ _id }) => _id)).toEqual([guest.id]);
  expect(Date.parse(guests[0]?.joinedAt ?? '')).toBeGreaterThan(Date.now() - dayMs);
});
