import { limits } from '@palabre/common/contract/fields.ts';
import type { PlaceIds } from '@palabre/common/contract/messages/messages.ts';
import { fullName } from '@palabre/common/rules/people/names.ts';
import { asksWords, readSearch } from '@palabre/common/rules/reading/search.ts';
import { Command } from 'cmdk';
import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addressIn, addressParts } from '../../../platform/address/paths.ts';
import { idIn } from '../../../platform/address/place.ts';
import { visitsOf } from '../../../platform/device/visits.ts';
import { useIsAway } from '../../../platform/server/connection.ts';
import { useTranslation } from '../../../platform/words/i18n.ts';
import { useDebounced } from '../../../ui/fields/useDebounced.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useTalk } from '../../conversations/open/conversations.queries.ts';
import { useMentionNames } from '../../messages/text/open/useMentionNames.ts';
import { useMe, usePeople } from '../../people/users/open/users.queries.ts';
import { useSigns } from '../unread/open/unread.queries.ts';
import { readable } from './extract.ts';
import { FoundThreads, useFoundThreads } from './FoundThreads.tsx';
import { holds, matching, pathOf } from './places.ts';
import s from './SearchDialog.module.css';
import { FileItem, MessageItem, PersonItem, PlaceItem } from './SearchItems.tsx';
import { SearchState } from './SearchState.tsx';
import { useFoundFiles, useFoundMessages, useMyPlaces } from './search.queries.ts';
import { useSearch } from './search.store.ts';
import './search.texts.ts';

const shown = { recent: 8, places: 6, people: 4, files: 3 };
/** Minimum length of a query that searches people, files and messages. */
const searchedFrom = 2;

/**
 * Shows the quick search: opens any place by name, and finds messages. Recent places come first, then the places and
 * people whose names match, then the files and messages that the server finds.
 * The search feature is this dialog, its results and filters, and the sheet of shortcuts.
 */
export function SearchDialog() {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const { channelId, conversationId } = addressParts(useLocation().pathname);
  const setOpen = useSearch(state => state.setOpen);
  const field = useRef<HTMLInputElement>(null);
  /** Whether the user, rather than a change of the results, moves the selection. */
  const isMoving = useRef(false);
  const isByEnter = useRef(false);
  const [typed, setTyped] = useState('');
  /** Result selected by arrows or pointer; null selects the first one. */
  const [picked, setPicked] = useState<string | null>(null);
  const [allFilesOf, setAllFilesOf] = useState<string | null>(null);
  const query = typed.trim();
  const settled = useDebounced(query.length >= searchedFrom ? query : '');
  const asked = readSearch(settled, new Date());
  const filters = asked.from.length + asked.in.length > 0 || asked.hasFile || asked.before || asked.after;
  const wordsOnly = asksWords(asked) && !filters;
  const userId = useMe()?._id ?? '';
  const { places, isLoading } = useMyPlaces();
  const signsOf = useSigns();
  const namesPeople = wordsOnly && settled !== '' && settled.length <= limits.listSearch;
  const persons = usePeople(namesPeople ? settled.replace(/^@/, '') : '', namesPeople);
  const messages = useFoundMessages(settled);
  const files = useFoundFiles(asksWords(asked) || asked.hasFile ? settled : '');
  const talk = useTalk();
  const isAway = useIsAway();

  useEffect(() => () => useSearch.setState({ isThere: false }), []);
  const takeHeld = () => {
    const { isThere, typed: held } = useSearch.getState();
    if (!isThere && held !== '') setTyped(held);
    useSearch.setState({ isThere: true, typed: '' });
  };

  const close = () => setOpen(null);
  const go = (path: string) => {
    close();
    void navigate(path);
  };
  const narrow = (filter: string) => {
    setTyped(`${typed.trimEnd()}${typed.trim() && ' '}${filter}`);
    field.current?.focus();
  };
  const byId = new Map(places.map(place => [place.id, place]));
  const elsewhere = visitsOf(userId).filter(({ placeId }) => placeId !== (channelId ?? conversationId));
  const recent = elsewhere.flatMap(({ placeId }) => byId.get(placeId) ?? []).slice(0, shown.recent);
  const listed = query === '' ? recent : matching(places, query, shown.places);
  /**
   * Returns the results, the previous query's while pending; none for an empty query, nor stale results while
   * disconnected.
   */
  const ofThis = <T,>({ isPlaceholderData }: { isPlaceholderData: boolean }, all: T[]): T[] =>
    settled === '' || (isAway && isPlaceholderData) ? [] : all;
  /** Tells whether the results are of the typed query: Enter must not open a stale result. */
  const isOf = ({ isPlaceholderData }: { isPlaceholderData: boolean }) => settled === query && !isPlaceholderData;
  const talkedTo = new Set(
    listed.flatMap(({ conversation }) =>
      conversation && !conversation.isGroup ? conversation.users.map(u => u._id) : [],
    ),
  );
  const named =
    !namesPeople || settled.startsWith('#')
      ? []
      : ofThis(persons, persons.data ?? [])
          .filter(person => person._id !== userId && !talkedTo.has(person._id))
          .filter(person => isOf(persons) || holds(fullName(person), query))
          .slice(0, shown.people);

  const foundFiles = ofThis(files, files.data?.pages.flatMap(page => page.results) ?? []);
  const allFiles = allFilesOf === settled;
  const someFiles = allFiles ? foundFiles : foundFiles.slice(0, shown.files);
  const moreFiles = someFiles.length < foundFiles.length || files.hasNextPage;
  const carriers = new Set(foundFiles.map(({ messageId }) => messageId));
  const results = ofThis(messages, messages.data?.pages.flatMap(page => page.results) ?? []);
  // A message that matches by its file's name only is listed among the files.
  const said = results.filter(one => one.extract.some(piece => piece.hit) || !carriers.has(one.message._id));
  const world = useMentionNames(
    said.map(({ message }) => message),
    {},
  );
  const names = new Map([...places.map(({ id, title }): [string, string] => [id, title]), ...world]);

  const searching =
    query.length >= searchedFrom && (settled !== query || messages.isFetching || (files.isFetching && !isAway));
  const placeOf = (one: PlaceIds & { parent?: PlaceIds | undefined }, workspaceId: string | null) => {
    const id = idIn(one.parent ?? one);
    const title = byId.get(id)?.title ?? t('conversation');
    const path = pathOf({ id, workspace: workspaceId ? { id: workspaceId, title } : null });
    const shownTitle = workspaceId ? `#${title}` : title;
    return { title: one.threadId ? `${shownTitle} › ${t('thread')}` : shownTitle, path, threadId: one.threadId };
  };
  const threads = useFoundThreads(query, placeOf);
  const first =
    listed[0]?.id ?? threads[0]?.value ?? named[0]?._id ?? someFiles[0]?.file._id ?? said[0]?.message._id ?? '';
  const toMessage = (
    found: typeof messages | typeof files,
    { path, threadId }: ReturnType<typeof placeOf>,
    id: string,
  ) => {
    if (isOf(found) || picked !== null || !isByEnter.current) go(addressIn(path, id, threadId));
  };

  return (
    <Dialog onClose={close} title={t('title')} hideTitle initialFocus={field} size="lg" className={s.dialog}>
      <Command
        label={t('title')}
        shouldFilter={false}
        loop
        vimBindings={false}
        className={s.command}
        value={picked ?? first}
        onValueChange={value => isMoving.current && setPicked(value)}
        onKeyDownCapture={({ key }) => {
          isMoving.current = /^(Arrow(Up|Down)|Home|End)$/.test(key);
          isByEnter.current = key === 'Enter';
        }}
        onPointerDownCapture={() => {
          isByEnter.current = false;
        }}
        onPointerMoveCapture={() => {
          isMoving.current = true;
        }}
      >
        <div className={s.top}>
          <Search aria-hidden="true" />
          <Command.Input
            ref={field}
            onFocus={takeHeld}
            className={s.field}
            value={typed}
            onValueChange={value => {
              setTyped(value);
              setPicked(null);
            }}
            placeholder={t('field')}
            maxLength={limits.search}
            dir="auto"
          />
        </div>
        <Command.List className={s.list} aria-busy={searching} label={t('results')}>
          {listed.length > 0 && (
            <Command.Group heading={t(query === '' ? 'recent' : 'places')} className={s.group}>
              {listed.map(place => (
                <PlaceItem
                  key={place.id}
                  place={place}
                  userId={userId}
                  signs={signsOf(place.id)}
                  onSelect={() => go(pathOf(place))}
                />
              ))}
            </Command.Group>
          )}
          <FoundThreads found={threads} onSelect={go} />
          {named.length > 0 && (
            <Command.Group heading={t('people')} className={s.group}>
              {named.map(person => (
                <PersonItem
                  key={person._id}
                  person={person}
                  onSelect={() => {
                    close();
                    talk.mutate([person._id]);
                  }}
                />
              ))}
            </Command.Group>
          )}
          {someFiles.length > 0 && (
            <Command.Group heading={t('files')} className={s.group}>
              {someFiles.map(found => {
                const place = placeOf(found, found.workspaceId);
                const select = () => toMessage(files, place, found.messageId);
                return <FileItem key={found.file._id} found={found} place={place.title} onSelect={select} />;
              })}
              {moreFiles && (
                <Command.Item
                  value="more-files"
                  className={s.more}
                  onSelect={() => (allFiles ? void files.fetchNextPage() : setAllFilesOf(settled))}
                >
                  {t('moreFiles')}
                </Command.Item>
              )}
            </Command.Group>
          )}
          {said.length > 0 && (
            <Command.Group heading={t('messages')} className={s.group}>
              {said.map(one => {
                const { _id: id } = one.message;
                const place = placeOf(one.message, one.workspaceId);
                return (
                  <MessageItem
                    key={id}
                    found={one}
                    extract={readable(one.extract, names)}
                    place={place.title}
                    onSelect={() => toMessage(messages, place, id)}
                  />
                );
              })}
              {messages.hasNextPage && (
                <Command.Item value="more" className={s.more} onSelect={() => void messages.fetchNextPage()}>
                  {t('more')}
                </Command.Item>
              )}
            </Command.Group>
          )}
        </Command.List>
        <SearchState
          query={query}
          found={listed.length + threads.length + named.length + someFiles.length + said.length}
          loading={query === '' ? isLoading && elsewhere.length > 0 : searching && said.length === 0 && !isAway}
          failed={messages.isError && !searching && !isAway}
          isAway={isAway}
          unmatched={isOf(messages) ? (messages.data?.pages[0]?.unmatched ?? []) : []}
          onRetry={() => void messages.refetch()}
          onNarrow={narrow}
        />
      </Command>
    </Dialog>
  );
}
