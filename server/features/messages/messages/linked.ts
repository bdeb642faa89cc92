import type { Linked } from '@palabre/common/contract/messages/messages.ts';
import { excerptOf, excerptRead } from '@palabre/common/rules/messages/excerpts.ts';
import { goneName } from '@palabre/common/rules/people/names.ts';
import { findLinked } from '../../../platform/access/access.links.ts';
import { idsOf } from '../../../platform/access/access.places.ts';
import type { Db } from '../../../platform/postgres/db.ts';

/** Reads the previews of linked messages that a person may read. */
export async function readLinked(db: Db, userId: string, ids: readonly string[]): Promise<Linked[]> {
  const rows = await findLinked(db, userId, ids, excerptRead);
  return rows.map(row => ({
    _id: row.id,
    ...idsOf({ placeId: row.place_id, homeId: row.home_id, kind: row.workspace_id ? 'channel' : 'conversation' }),
    workspaceId: row.workspace_id,
    title: row.title,
    sender: {
      _id: row.sender_id,
      firstName: row.first_name ?? goneName,
      lastName: row.last_name ?? '',
      avatar: row.avatar,
    },
    time: row.time,
    excerpt: excerptOf(row.content),
    files: row.files,
  }));
}
