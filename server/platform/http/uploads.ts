import { limits } from '@palabre/common/contract/fields.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Draft, type Drafts, dropDrafts } from '../files/drafts.ts';
import type { Services } from '../services.ts';
import { demand, fail } from './errors.ts';
import { addField, asFormError, type Form } from './multipart.ts';

/** Uploaded file: its bytes wait on the disk, not inspected yet. */
export interface UploadedFile extends Draft {
  /** Name given by the sender. */
  name: string;
}

type Accepting = Pick<Services, 'settings'> & { storage: Pick<Services['storage'], 'drafts'> };

/** Called with the fields before the first file; a returned answer means that no file needs to be read. */
export type BeforeFiles = (request: FastifyRequest, fields: Form) => Promise<unknown>;

/** Parts of a form at most, unexpected ones included: those are skipped, and a form with more is refused. */
const partsAtMost = 60;
/**
 * Truncates a file over the limit instead of throwing an error of the plugin, so that our own code refuses the file.
 */
const options = (fileSize: number) => ({
  throwFileSizeLimit: false,
  limits: { files: partsAtMost, fileSize, parts: partsAtMost },
});

const megabyte = 1024 * 1024;

/** Refuses a file over the limit: that of Palabre, or a lower one that administrators chose, which is named. */
function refuseTooLarge(fileBytes: number): never {
  if (fileBytes >= limits.fileBytes) fail('file_too_large');
  fail('file_over_limit', { n: Math.floor((fileBytes / megabyte) * 10) / 10 });
}

/**
 * Accepts files as `multipart/form-data` beside JSON. They stream to the disk, never held in memory, and are counted
 * meanwhile: a file too many or too large ends the upload there. Until a handler takes them, drafts are deleted with
 * the request.
 */
export function acceptFiles(field: string, { storage, settings }: Accepting, before: BeforeFiles) {
  const { drafts } = storage;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (!request.isMultipart()) return;
    const { fileBytes } = await settings.shown();
    const files: UploadedFile[] = [];
    const drop = (): void => void dropDrafts(files);
    reply.raw.once('close', drop);
    try {
      const answer = await read(request, { field, drafts, before, files, fileBytes });
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
}

async function read(request: FastifyRequest, { field, drafts, before, files, fileBytes }: Reading): Promise<unknown> {
  const body: Form = {};
  let asked = false;
  const parts = request.parts(options(fileBytes));
  for await (const part of parts) {
    if (part.type === 'field') {
      // Forms have no null: the unused one of channelId and conversationId may come as a word.
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
    // A form with no file chosen sends an empty part without a name.
    if (draft.size === 0 && !part.filename) {
      await dropDrafts([draft]);
      continue;
    }
    files.push({ ...draft, name: part.filename ?? '' });
    demand(draft.size > 0, 'empty_file');
    if (part.file.truncated) refuseTooLarge(fileBytes);
  }
  request.body = body;
  request.uploads = files;
  return undefined;
}

/** Says whether the headers of a request announce a form. */
export const isForm = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^\s*multipart\//i.test(headers['content-type'] ?? '');
