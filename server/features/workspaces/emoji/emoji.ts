import { access } from '@palabre/common/contract/define.ts';
import { limits } from '@palabre/common/contract/fields.ts';
import type { api } from '@palabre/common/contract/index.ts';
import { can } from '@palabre/common/permissions/can.ts';
import { load } from '../../../platform/access/access.ts';
import { dropImages, removeImage, saveEmojiImage } from '../../../platform/files/images.ts';
import { demand, fail } from '../../../platform/http/errors.ts';
import type { Handlers } from '../../../platform/http/route.ts';
import { rooms, to } from '../../../platform/realtime/rooms.ts';
import { inTransaction } from '../../../platform/work.ts';
import { audit, placed } from '../../running/audit/open/record.ts';
import { deleteEmoji, insertEmoji, readEmoji } from './open/emoji.store.ts';

/** Handlers of a workspace's emoji: list, create, delete. */
export const emoji: Handlers<typeof api.emoji> = {
  async list({ db, params }) {
    return { emojis: await readEmoji(db, params.id) };
  },

  // Processes the picture before the transaction, then reads the rights again in it, under the workspace's lock.
  create: {
    runs: 'own transactions',
    async handle({ actor, params, query, body, record, image, ip, services }) {
      demand(can.manageWorkspace(record.me), 'forbidden');
      if (!image || image.bytes.length === 0) fail('emoji_format');
      demand(image.bytes.length <= limits.emojiBytes, 'emoji_too_large');
      const url = await saveEmojiImage(services, { person: actor.userId, address: ip }, params.id, image);
      try {
        return await inTransaction(services, async ({ db, emit }) => {
          const { me } = await load(access.member(), db, actor, { params, query, body }, { lock: true });
          demand(can.manageWorkspace(me), 'forbidden');
          demand((await readEmoji(db, params.id)).length < limits.emojiPerWorkspace, 'too_many_emoji');
          const made = (await insertEmoji(db, { workspaceId: params.id, name: body.name, url })) ?? fail('emoji_taken');
          emit('newEmoji', made, to(rooms.workspace(params.id), rooms.guestsOf(params.id)));
          return { emoji: made };
        });
      } catch (error) {
        removeImage(services, url).catch(() => {});
        throw error;
      }
    },
  },

  async remove({ work, record, params, say, services }) {
    demand(can.manageWorkspace(record.me), 'forbidden');
    const gone = (await deleteEmoji(work.db, params.id, params.emojiId)) ?? fail('not_found');
    await audit.record(work, {
      action: 'emoji_deleted',
      actorId: record.me.userId,
      target: { id: gone._id, name: `:${gone.name}:` },
      where: placed(record.workspace),
    });
    work.emit(
      'deleteEmoji',
      { _id: gone._id, workspaceId: params.id },
      to(rooms.workspace(params.id), rooms.guestsOf(params.id)),
    );
    await dropImages(services, work, [gone.url]);
    return { message: say('emoji_deleted') };
  },
};
