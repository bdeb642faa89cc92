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
import { holds } from './places.ts';
import dialog from './SearchDialog.module.css';
import s from './SearchItems.module.css';

/** Number of threads shown. */
const shown = 3;

interface FoundThreadsProps {
  query: string;
  /** Returns the title and path of the channel or conversation of a thread. */
  placeOf: (parent: PlaceIds, workspaceId: string | null) => { title: string; path: string };
  onSelect: (address: string) => void;
}

/** Lists the followed threads last replied to whose first message, author or place holds the query. */
export function FoundThreads({ query, placeOf, onSelect }: FoundThreadsProps) {
  const { t } = useTranslation('search');
  const all = useThreads('followed').data?.pages[0]?.threads ?? [];
  const names = useMentionNames(
    all.map(({ root }) => root),
    {},
  );
  const found = all
    .map(({ root, thread }) => {
      const { title, path } = placeOf(thread.parent, thread.workspaceId);
      const said = plainText(root.content, names).replace(/\s+/g, ' ') || root.fileAttachments[0]?.name;
      const text = root.deleted ? t('messages:answered.deleted') : (said ?? t('messages:erased'));
      return { id: thread.threadId, text, title, path, author: root.deleted ? '' : authorName(root.sender), thread };
    })
    .filter(({ text, title, author }) => query === '' || holds(`${text} ${title} ${author}`, query))
    .slice(0, shown);
  if (found.length === 0) return null;
  return (
    <Command.Group heading={t('threads')} className={dialog.group}>
      {found.map(({ id, text, title, path, thread }) => (
        <Command.Item
          key={id}
          value={`thread ${id}`}
          className={s.item}
          data-unread={thread.unread > 0 || undefined}
          onSelect={() => onSelect(addressIn(path, null, id))}
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
          <Badge count={thread.unread} label={t('messages:threadLine.unread', { count: thread.unread })} />
        </Command.Item>
      ))}
    </Command.Group>
  );
}
