import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { fail, type Language } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { page, pageOfMessages, texts } from './export.page.ts';
import {
  type OwnMessage,
  type OwnPlace,
  readKnown,
  readOwnMessages,
  readOwnPlaces,
  readReactedMessages,
} from './personal-data.store.ts';

/** Messages read at once: what is held of an export, however much there is of it. */
const atOnce = 500;
const before = '00000000-0000-0000-0000-000000000000';

type Source = Pick<Services, 'database' | 'storage' | 'logger'>;

/**
 * Everything about a person as a zip, made as it is read: nothing of it waits in memory or on the disk. It holds what they
 * wrote where they may still read it, and nothing of others but the names of those they talk with.
 * @throws AppError `unauthorized` when there is no such person
 */
export async function exportOf(services: Source, userId: string, language: Language): Promise<Readable> {
  const { kysely: db } = services.database;
  const known = (await readKnown(db, userId)) ?? fail('unauthorized');
  const places = new Map((await readOwnPlaces(db, userId)).map(place => [place.id, place]));
  const conversations = [...places.values()].flatMap(({ kind, name, people }) =>
    kind === 'conversation' ? [{ name, people }] : [],
  );
  const words = texts[language];
  const zip = new ZipFile();
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  const addJson = (name: string, value: unknown) =>
    add(`${words.files[name] ?? name}.json`, `${JSON.stringify(value, null, 2)}\n`);
  const archive = new Archive(zip);
  const addLater = (name: string, make: () => AsyncIterable<string>) =>
    archive.add(name, async () => Readable.from(inChunks(make()), { objectMode: false }));
  const messages = () => messagesIn(db, userId, places);

  add('index.html', page(known, conversations, language));
  for (const [name, value] of Object.entries(known)) addJson(name, value);
  addJson('conversations', conversations);
  addLater(`${words.files.messages}.json`, () => asJson(messages()));
  addLater(`${words.files.messages}.html`, () => pageOfMessages(messages(), language));
  addLater(`${words.files.reactions}.json`, () => asJson(reactionsIn(db, userId, places)));
  void addFiles(services, archive, messages(), known.profile.avatar).then(
    () => zip.end(),
    error => archive.fail(error),
  );
  archive.output.on('error', error => services.logger.warn({ err: error }, 'export cut short'));
  return archive.output;
}

/** A zip whose parts are opened one after the other: one that fails ends all of it, and so does who no longer reads. */
class Archive {
  readonly output: Readable;
  private source: Readable | undefined;

  constructor(private readonly zip: ZipFile) {
    this.output = zip.outputStream as Readable;
    zip.on('error', error => this.fail(error));
    this.output.once('close', () => this.source?.destroy());
  }

  add(path: string, open: () => Promise<Readable>, options: { compress?: boolean } = {}): void {
    this.zip.addReadStreamLazy(path, options, done => {
      open().then(
        source => {
          this.source = source;
          source.on('error', error => this.fail(error));
          if (this.output.destroyed) source.destroy();
          else done(null, source);
        },
        done as (error: unknown) => void,
      );
    });
  }

  fail(error: unknown): void {
    this.output.destroy(error as Error);
  }
}

/** A message as the export has it: where, when, what. */
export interface Exported {
  _id: string;
  place: string;
  workspace: string | null;
  time: string;
  content: string;
  updated: boolean;
  files: { name: string; type: string; size: number; path: string; id: string }[];
}

async function* messagesIn(
  db: Source['database']['kysely'],
  userId: string,
  places: ReadonlyMap<string, OwnPlace>,
): AsyncGenerator<Exported> {
  for (let after = before; ; ) {
    const found = await readOwnMessages(db, userId, after, atOnce);
    for (const message of found) {
      const place = places.get(message.placeId);
      if (place) yield exported(message, place);
    }
    after = found.at(-1)?.id ?? after;
    if (found.length < atOnce) return;
  }
}

const exported = ({ id, content, time, updated, files }: OwnMessage, place: OwnPlace): Exported => ({
  _id: id,
  place: place.name,
  workspace: place.workspace,
  time,
  content,
  updated,
  files: (files ?? []).map(({ _id, name, type, size }) => ({ id: _id, name, type, size, path: pathOf(_id, name) })),
});

/** Two files may have one name: each is in a folder of its own. */
const pathOf = (id: string, name: string): string => `fichiers/${id}/${name.replace(/[\\/]/g, '_') || 'fichier'}`;

async function* reactionsIn(db: Source['database']['kysely'], userId: string, places: ReadonlyMap<string, OwnPlace>) {
  for (let after = before; ; ) {
    const found = await readReactedMessages(db, userId, after, atOnce);
    for (const { id, placeId, theirs, reactions } of found) {
      const place = places.get(placeId);
      if (!theirs || !place) continue;
      const used = reactions.filter(({ usersId }) => usersId.includes(userId)).map(({ reaction }) => reaction);
      yield { message: id, place: place.name, workspace: place.workspace, reactions: used };
    }
    after = found.at(-1)?.id ?? after;
    if (found.length < atOnce) return;
  }
}

/** A list, written as it is read. */
async function* asJson(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let between = '[\n';
  for await (const value of values) {
    yield between + JSON.stringify(value);
    between = ',\n';
  }
  yield between === '[\n' ? '[]\n' : '\n]\n';
}

const chunk = 64 * 1024;

/** The same text in pieces that are worth a step each. */
async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const text of texts) {
    held += text;
    if (held.length < chunk) continue;
    yield held;
    held = '';
  }
  if (held) yield held;
}

/** The person's picture, and the files of their messages; one whose bytes are gone meanwhile is left out. */
async function addFiles(
  { storage }: Source,
  archive: Archive,
  messages: AsyncIterable<Exported>,
  avatar: string | null,
): Promise<void> {
  const portrait = /^\/api\/file\/([0-9a-f-]{36})\//.exec(avatar ?? '')?.[1];
  const addFile = (id: string, path: string) =>
    archive.add(path, () => storage.read(id).catch(() => Readable.from([])), { compress: false });
  if (portrait) addFile(portrait, 'fichiers/avatar.webp');
  for await (const { files } of messages) for (const { id, path } of files) addFile(id, path);
}
