import { limits } from '@palabre/common/contract/fields.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Draft, type Drafts, dropDrafts } from '../files/drafts.ts';
import type { Services } from '../services.ts';
import { addressOf } from './address.ts';
import { AppError, demand, fail } from './errors.ts';
import { addField, asFormError, type Form } from './multipart.ts';

/** Uploaded file: its bytes wait on the disk, not inspected yet. */
export interface UploadedFile extends Draft {
  /** Name given by the sender. */
  name: string;
}

type Accepting = Pick<Services, 'settings' | 'limits' | 'scanner'> & { storage: Pick<Services['storage'], 'drafts'> };

/** Called with the fields before the first file; a returned answer means that no file needs to be read. */
export type BeforeFiles = (request: FastifyRequest, fields: Form) => Promise<unknown>;

/** Limit on the parts of a form; unexpected parts count, and are skipped. */
const partsAtMost = 60;
/**
 * Truncates a file over the limit instead of throwing an error of the plugin, so that our own code refuses the file.
 */
const options = (fileSize: number) => ({
  throwFileSizeLimit: false,
  limits: { files: partsAtMost, fileSize, parts: partsAtMost },
});

const megabyte = 1024 * 1024;

/** Refuses a file over the limit: Palabre's own, or a lower one that administrators chose, which the error names. */
function refuseTooLarge(fileBytes: number): never {
  if (fileBytes >= limits.fileBytes) fail('file_too_large');
  fail('file_over_limit', { n: Math.floor((fileBytes / megabyte) * 10) / 10 });
}

/**
 * Accepts files as `multipart/form-data` beside JSON. They stream to the disk, never held in memory, and are checked on
 * the way: one file too many, too large or infected ends the upload there. Until a handler takes them, drafts are
 * deleted with the request.
 */
export function acceptFiles(field: string, services: Accepting, before: BeforeFiles) {
  const { drafts } = services.storage;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (!request.isMultipart()) return;
    const { fileBytes } = await services.settings.shown();
    const files: UploadedFile[] = [];
    const drop = (): void => void dropDrafts(files);
    const gone = new AbortController();
    reply.raw.once('close', () => {
      drop();
      gone.abort();
    });
    const scan = (file: UploadedFile) => scanOne(services, request, file, gone.signal);
    try {
      const answer = await read(request, { field, drafts, before, files, fileBytes, scan });
      demand(!reply.raw.closed, 'invalid_input');
      if (answer === undefined) return;
      readPast(request);
      return reply.status(200).send(answer);
    } catch (error) {
      drop();
      readPast(request);
      throw asFormError(error);
    }
  };
}

/** Discards the rest of the upload: many clients read the answer only once they have sent everything. */
function readPast({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

interface Reading {
  field: string;
  drafts: Drafts;
  before: BeforeFiles;
  files: UploadedFile[];
  fileBytes: number;
  scan: (file: UploadedFile) => Promise<void>;
}

/** Lets a clean file through. An infected file counts as uploaded, so that each has a line in the log. */
async function scanOne(
  { scanner, limits: spent }: Accepting,
  request: FastifyRequest,
  file: UploadedFile,
  gone: AbortSignal,
): Promise<void> {
  const person = (request.actor ?? fail('unauthorized')).userId;
  try {
    await scanner.demandClean({ person, address: addressOf(request) }, file, gone);
  } catch (error) {
    if (error instanceof AppError && error.code === 'file_infected')
      await spent.spend('uploads', person, Math.ceil(file.size / megabyte));
    throw error;
  }
}

async function read(
  request: FastifyRequest,
  { field, drafts, before, files, fileBytes, scan }: Reading,
): Promise<unknown> {
  const body: Form = {};
  let asked = false;
  const parts = request.parts(options(fileBytes));
  for await (const part of parts) {
    if (part.type === 'field') {
      // Forms have no null: the unused field of channelId and conversationId may come as a word.
      const isNull = part.fieldname.endsWith('Id') && ['', 'null', 'undefined'].includes(String(part.value));
      if (!isNull) addField(body, part.fieldname, part.value);
      continue;
    }
    if (part.fieldname !== field) {
      part.file.resume();
      continue;
    }
    if (!asked) {
      asked = true;
      const answer = await before(request, body);
      if (answer !== undefined) return answer;
    }
    demand(files.length < limits.filesPerMessage, 'too_many_files');
    const draft = await drafts.receive(part.file);
    // A form without a chosen file sends an empty part without a name.
    if (draft.size === 0 && !part.filename) {
      await dropDrafts([draft]);
      continue;
    }
    const file = { ...draft, name: part.filename ?? '' };
    files.push(file);
    demand(draft.size > 0, 'empty_file');
    if (part.file.truncated) refuseTooLarge(fileBytes);
    await scan(file);
  }
  request.body = body;
  request.uploads = files;
  return undefined;
}

/** Says whether the headers of a request announce a form. */
export const isForm = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^\s*multipart\//i.test(headers['content-type'] ?? '');
