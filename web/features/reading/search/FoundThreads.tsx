import type { PlaceIds } from '@palabre/common/contract/messages/messages.ts';
import { Command } from 'cmdk';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import { addressIn } from '../../../platform/address/paths.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Badge } from '../../../ui/marks/Badge.tsx';
import { plainText } from '../../messages/text/open/mentions.ts';
import { authorName } from '../../messages/text/open/sender.ts';
import { useMentionNames } from '../../messages/text/open/useMentionNames.ts';
import { useThreads } from '../../messages/threads/open/threads.queries.ts';
import { useUnreadState } from '../unread/open/unread.queries.ts';
import { holds } from './places.ts';
import dialog from './SearchDialog.module.css';
import s from './SearchItems.module.css';

/** Number of threads shown. */
const shown = 3;

type PlaceOf = (parent: PlaceIds, workspaceId: string | null) => { title: string; path: string };

/** Finds the followed threads, most recently replied to first, whose first message, author or place holds the query. */
export function useFoundThreads(query: string, placeOf: PlaceOf) {
  const { t } = useTranslation('messages');
  const all = useThreads('followed').data?.pages[0]?.threads ?? [];
  const names = useMentionNames(
    all.map(({ root }) => root),
    {},
  );
  return all
    .map(({ root, thread }) => {
      const { title, path } = placeOf(thread.parent, thread.workspaceId);
      const said = plainText(root.content, names).replace(/\s+/g, ' ') || root.fileAttachments[0]?.name;
      const text = root.deleted ? t('answered.deleted') : (said ?? t('erased'));
      const value = `thread ${thread.threadId}`;
      return { value, text, title, path, author: root.deleted ? '' : authorName(root.sender), thread };
    })
    .filter(({ text, title, author }) => query === '' || holds(`${text} ${title} ${author}`, query))
    .slice(0, shown);
}

type Found = ReturnType<typeof useFoundThreads>[number];

interface FoundThreadsProps {
  found: readonly Found[];
  onSelect: (address: string) => void;
}

/** Lists the threads found. */
export function FoundThreads({ found, onSelect }: FoundThreadsProps) {
  const { t } = useTranslation('search');
  if (found.length === 0) return null;
  return (
    <Command.Group heading={t('threads')} className={dialog.group}>
      {found.map(one => (
        <ThreadItem key={one.value} found={one} onSelect={onSelect} />
      ))}
    </Command.Group>
  );
}

function ThreadItem({ found, onSelect }: { found: Found; onSelect: FoundThreadsProps['onSelect'] }) {
  const { t } = useTranslation('messages');
  const { value, text, title, path, thread } = found;
  const unread = useUnreadState(thread.threadId)?.messages ?? 0;
  return (
    <Command.Item
      value={value}
      className={s.item}
      data-unread={unread > 0 || undefined}
      onSelect={() => onSelect(addressIn(path, null, thread.threadId))}
    >
      <span className={s.sign}>
        <MessageSquareText aria-hidden="true" />
      </span>
      <span className={s.name} dir="auto">
        {text}
      </span>
      <span className={s.aside} dir="auto">
        {title}
      </span>
      <Badge count={unread} label={t('threadLine.unread', { count: unread })} />
    </Command.Item>
  );
}
