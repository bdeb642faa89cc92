import { api } from '@palabre/common/contract/index.ts';
import type { CustomEmoji } from '@palabre/common/contract/workspaces/emoji.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cached, keyOf } from '../../../platform/server/query.ts';
import { emojiLive } from './emoji.live.ts';

const emoji = (name: string, workspaceId = 'atelier') => ({ _id: name, name, workspaceId, url: '' }) as CustomEmoji;
const of = (id: string) => ({ params: { id } });

test('A workspace’s emoji stay in the order of their names, each once, and go with it', () => {
  const client = new QueryClient();
  client.setQueryData(keyOf(api.emoji.list, of('atelier')), { emojis: [emoji('bravo'), emoji('delta')] });
  client.setQueryData(keyOf(api.emoji.list, of('autre')), { emojis: [] });
  const names = (id: string) => cached(client, api.emoji.list, of(id))?.emojis.map(({ name }) => name);
  for (const name of ['charlie', 'alpha', 'charlie']) emojiLive.newEmoji(emoji(name), client);
  expect(names('atelier')).toEqual(['alpha', 'bravo', 'charlie', 'delta']);
  emojiLive.deleteEmoji({ _id: 'bravo', workspaceId: 'atelier' }, client);
  expect(names('atelier')).toEqual(['alpha', 'charlie', 'delta']);
  emojiLive.deleteWorkspace({ _id: 'atelier' }, client);
  expect([names('atelier'), names('autre')]).toEqual([undefined, []]);
});
