import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { asAppError, fail } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { notificationsIn, readSettings, reportsIn } from './export.concerns.ts';
import { type Exported, messagesIn, namedMessagesIn, reactionsIn, readScheduledIn } from './export.messages.ts';
import { firstPage, pageOfMessages } from './export.page.ts';
import { texts } from './export.texts.ts';
import type { Reading } from './exports.store.ts';
import { readKnown, readOwnPlaces } from './personal-data.store.ts';

type Source = Pick<Services, 'database' | 'storage' | 'logger'>;

/**
 * Streams all data of a person as a zip, without holding it in memory or on the disk: their messages where they may
 * still read them, and only the names of other people.
 * @throws AppError `unauthorized` for an unknown person
 */
export async function exportOf(services: Source, userId: string, reading: Reading): Promise<Readable> {
  const { kysely: db } = services.database;
  const known = (await readKnown(db, userId)) ?? fail('unauthorized');
  const places = new Map((await readOwnPlaces(db, userId)).map(place => [place.id, place]));
  const conversations = [...places.values()].flatMap(({ kind, name, people }) =>
    kind === 'conversation' ? [{ name, people }] : [],
  );
  const settings = await readSettings(db, userId, { known, places });
  const scheduled = await readScheduledIn(db, userId, places);
  const { files } = texts[reading.language];
  const zip = new ZipFile();
  const addJson = (name: keyof typeof files, value: unknown) =>
    zip.addBuffer(Buffer.from(`${JSON.stringify(value, null, 2)}\n`), `${files[name]}.json`);
  const archive = new Archive(zip);
  const addLater = (name: string, make: () => AsyncIterable<string>) =>
    archive.add(name, async () => Readable.from(inChunks(make()), { objectMode: false }));
  const messages = () => messagesIn(db, userId, places);
  const notifications = () => notificationsIn(db, userId, { places, language: reading.language });
  const reports = () => reportsIn(db, userId);

  addLater('index.html', () =>
    firstPage(
      { known, settings, conversations, scheduled, notifications: notifications(), reports: reports() },
      reading,
    ),
  );
  for (const name of [
    'profile',
    'sessions',
    'linkedAccounts',
    'workspaces',
    'stays',
    'invitations',
    'emailInvitations',
  ] as const)
    addJson(name, known[name]);
  addJson('settings', settings);
  addJson('conversations', conversations);
  addJson('scheduled', scheduled);
  addLater(`${files.notifications}.json`, () => asJson(notifications()));
  addLater(`${files.reports}.json`, () => asJson(reports()));
  addLater(`${files.messages}.json`, () => asJson(messages()));
  addLater(`${files.messages}.html`, () =>
    pageOfMessages(namedMessagesIn(db, userId, { places, ...reading }), reading),
  );
  addLater(`${files.reactions}.json`, () => asJson(reactionsIn(db, userId, places)));
  void addFiles(services, archive, { messages: messages(), scheduled }, known.profile.avatar).then(
    () => zip.end(),
    error => archive.fail(error),
  );
  archive.output.on('error', error => services.logger.warn({ err: error }, 'export cut short'));
  return archive.output;
}

/** Zip whose parts are opened one after the other; a failing part, or a disconnected reader, ends it. */
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

/** Writes a JSON array as its values are read. */
async function* asJson(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let between = '[\n';
  for await (const value of values) {
    yield between + JSON.stringify(value);
    between = ',\n';
  }
  yield between === '[\n' ? '[]\n' : '\n]\n';
}

const chunkCharacters = 64 * 1024;

/** Joins a text's pieces into chunks large enough for a step each. */
async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const text of texts) {
    held += text;
    if (held.length < chunkCharacters) continue;
    yield held;
    held = '';
  }
  if (held) yield held;
}

/** Stands for a file whose bytes are gone; a storage that is away fails the export. */
function emptyIfGone(error: unknown): Readable {
  if (asAppError(error).code !== 'not_found') throw error;
  return Readable.from([]);
}

/**
 * Adds the person's picture and the files of their messages, scheduled ones included; a file whose bytes are gone is
 * empty.
 */
async function addFiles(
  { storage }: Source,
  archive: Archive,
  { messages, scheduled }: { messages: AsyncIterable<Exported>; scheduled: readonly Pick<Exported, 'files'>[] },
  avatar: string | null,
): Promise<void> {
  const portrait = /^\/api\/file\/([0-9a-f-]{36})\//.exec(avatar ?? '')?.[1];
  const addFile = (id: string, path: string) =>
    archive.add(path, () => storage.read(id).catch(emptyIfGone), { compress: false });
  if (portrait) addFile(portrait, 'fichiers/avatar.webp');
  for (const { files } of scheduled) for (const { id, path } of files) addFile(id, path);
  for await (const { files } of messages) {
    // Stops when the reader has disconnected.
    if (archive.output.destroyed) return;
    for (const { id, path } of files) addFile(id, path);
  }
}
