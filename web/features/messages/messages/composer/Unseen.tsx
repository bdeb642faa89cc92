import { limits } from '@palabre/common/contract/fields.ts';
import EyeOff from 'lucide-react/icons/eye-off';
import { formatList } from '../../../../platform/words/format.ts';
import { useTranslation } from '../../../../platform/words/i18n.ts';
import { useChannels } from '../../../workspaces/structure/open/channels.queries.ts';
import { useWorkspace } from '../../../workspaces/structure/open/workspaces.queries.ts';
import { textOf, useWriting } from '../../outbox/open/writing.ts';
import s from './ComposerTop.module.css';
import type { CompletionWorld } from './completion/world.ts';

/** Returns the ids of the place's readers; null when they are too many to be cached. */
function useReaders({ workspaceId = '', channelId, people }: CompletionWorld): ReadonlySet<string> | null {
  const channel = useChannels(workspaceId).data?.find(({ _id }) => _id === channelId);
  const { data: workspace } = useWorkspace(workspaceId);
  if (people) return new Set(people.map(({ _id }) => _id));
  const readers = channel?.visibility === 'private' ? channel.users : channel && workspace?.members;
  return readers && readers.length < limits.listedMembers ? new Set(readers) : null;
}

/** Warns that mentioned people do not see this place and will not be notified. */
export function Unseen({ placeId, world }: { placeId: string; world: CompletionWorld }) {
  const { t } = useTranslation('messages', { keyPrefix: 'composer' });
  const named = useWriting(placeId, writing => writing.named);
  const text = useWriting(placeId, textOf);
  const readers = useReaders(world);
  if (!readers) return null;
  const names = Object.entries(named).flatMap(([typed, stored]) => {
    const id = /^<@([0-9a-f-]{36})>$/.exec(stored)?.[1];
    return id && text.includes(typed) && !readers.has(id) ? typed.slice(1) : [];
  });
  if (names.length === 0) return null;
  return (
    <div className={s.line} role="status">
      <EyeOff aria-hidden="true" />
      <span>{t(world.channelId ? 'unseen' : 'unseenTalk', { count: names.length, names: formatList(names) })}</span>
    </div>
  );
}
