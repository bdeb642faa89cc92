import type { Found, FoundFile, Piece } from '@palabre/common/contract/reading/search.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { Command } from 'cmdk';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { formatDateTime, formatWhenShort } from '../../../platform/words/format.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { Avatar } from '../../../ui/marks/Avatar.tsx';
import { Badge } from '../../../ui/marks/Badge.tsx';
import { FileIcon } from '../../messages/files/open/FileIcon.tsx';
import { FileName } from '../../messages/files/open/FileName.tsx';
import { authorName } from '../../messages/text/open/sender.ts';
import { VisibilityIcon } from '../../workspaces/structure/open/VisibilityIcon.tsx';
import type { Signs } from '../unread/open/unread.queries.ts';
import type { PlaceEntry } from './places.ts';
import s from './SearchItems.module.css';

interface Person {
  _id: string;
  firstName: string;
  lastName: string;
  avatar: string | null;
  jobTitle?: string | null;
}

function Face({ _id, firstName, lastName, avatar }: Person) {
  return <Avatar id={_id} firstName={firstName} lastName={lastName} src={avatar} size={24} />;
}

function Sign({ place, userId }: { place: PlaceEntry; userId: string }) {
  if (place.visibility) return <VisibilityIcon visibility={place.visibility} size={18} />;
  const others = place.conversation?.users.filter(({ _id }) => _id !== userId) ?? [];
  return others.length === 1 && others[0] ? <Face {...others[0]} /> : <MessagesSquare aria-hidden="true" />;
}

interface PlaceItemProps {
  place: PlaceEntry;
  userId: string;
  signs: Signs;
  onSelect: () => void;
}

/** Shows a channel or a conversation, bold when unread. */
export function PlaceItem({ place, userId, signs, onSelect }: PlaceItemProps) {
  const { t } = useTranslation('unread');
  return (
    <Command.Item value={place.id} className={s.item} data-unread={signs.unread || undefined} onSelect={onSelect}>
      <span className={s.sign}>
        <Sign place={place} userId={userId} />
      </span>
      <span className={s.name} dir="auto">
        {place.title}
      </span>
      {place.workspace && (
        <span className={s.aside} dir="auto">
          {place.workspace.title}
        </span>
      )}
      <Badge count={signs.count} label={t('messages', { count: signs.count })} />
    </Command.Item>
  );
}

/** Shows a person to talk to. */
export function PersonItem({ person, onSelect }: { person: Person; onSelect: () => void }) {
  return (
    <Command.Item value={person._id} className={s.item} onSelect={onSelect}>
      <span className={s.sign}>
        <Face {...person} />
      </span>
      <span className={s.name} dir="auto">
        {fullName(person)}
      </span>
      <span className={s.aside} dir="auto">
        {person.jobTitle}
      </span>
    </Command.Item>
  );
}

const When = ({ time }: { time: string }) => (
  <time dateTime={time} title={formatDateTime(time)}>
    {formatWhenShort(time)}
  </time>
);

/** Shows a file by its thumbnail or icon, with the place and time of its message. */
export function FileItem({ found, place, onSelect }: { found: FoundFile; place: string; onSelect: () => void }) {
  const { file, sender, time } = found;
  return (
    <Command.Item value={file._id} className={s.file} onSelect={onSelect}>
      <span className={s.picture}>
        {file.thumbnail ? <img src={file.thumbnail} alt="" loading="lazy" /> : <FileIcon {...file} />}
      </span>
      <FileName name={file.name} />
      <span className={s.said}>
        <span dir="auto">{authorName(sender)}</span>
        <span className={s.where} dir="auto">
          {place}
        </span>
        <When time={time} />
      </span>
    </Command.Item>
  );
}

interface MessageItemProps {
  found: Found;
  extract: readonly Piece[];
  place: string;
  onSelect: () => void;
}

/** Shows a message: author, place, time, and an extract with the matches marked. */
export function MessageItem({ found: { message }, extract, place, onSelect }: MessageItemProps) {
  return (
    <Command.Item value={message._id} className={s.message} onSelect={onSelect}>
      <span className={s.said}>
        <b dir="auto">{authorName(message.sender)}</b>
        <span className={s.where} dir="auto">
          {place}
        </span>
        <When time={message.time} />
      </span>
      <span className={s.extract} dir="auto">
        {extract.map((piece, i) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece's only identity is its index.
          piece.hit ? <mark key={i}>{piece.text}</mark> : <span key={i}>{piece.text}</span>,
        )}
      </span>
      {message.fileAttachments.length > 0 && (
        <span className={s.files}>
          {message.fileAttachments.map(file => (
            <span key={file._id}>
              <FileIcon {...file} />
              <FileName name={file.name} />
            </span>
          ))}
        </span>
      )}
    </Command.Item>
  );
}
