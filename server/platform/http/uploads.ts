import { limits } from '@palabre/common/contract/fields.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Draft, type Drafts, dropDrafts } from '../files/drafts.ts';
import { demand, fail } from './errors.ts';
import { addField, asFormError, type Form } from './multipart.ts';

/** A file as it came: its bytes wait on the disk, not looked at yet. */
export interface UploadedFile extends Draft {
  /** As its sender calls it. */
  name: string;
}

/** What is asked with the fields that came before the first file; gives an answer when no file needs to be read. */
export type BeforeFiles = (request: FastifyRequest, fields: Form) => Promise<unknown>;

/** Parts that are no files of ours are read past; beyond this the form is refused. */
const partsAtMost = 60;
/** A file that is too large ends at the limit; the plugin is not to throw, so that it is told by a code of ours. */
const options = {
  throwFileSizeLimit: false,
  limits: { files: partsAtMost, fileSize: limits.fileBytes, parts: partsAtMost },
};

/**
 * Lets an endpoint take files as `multipart/form-data` beside JSON. They are written to the disk as they come, never held
 * in memory, and counted meanwhile: one too many or too large ends it there. Until a handler has them, drafts are thrown
 * away with the request.
 */
export function acceptFiles(field: string, drafts: Drafts, before: BeforeFiles) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (!request.isMultipart()) return;
    const files: UploadedFile[] = [];
    const drop = (): void => void dropDrafts(files);
    reply.raw.once('close', drop);
    try {
      const answer = await read(request, { field, drafts, before, files });
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

/** What is still to come is not wanted: the answer reaches its client once that has all been said. */
function readPast({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}

interface Reading {
  field: string;
  drafts: Drafts;
  before: BeforeFiles;
  files: UploadedFile[];
}

async function read(request: FastifyRequest, { field, drafts, before, files }: Reading): Promise<unknown> {
  const body: Form = {};
  let asked = false;
  const parts = request.parts(options);
  for await (const part of parts) {
    if (part.type === 'field') {
      // A form has no null: of channelId and conversationId, one may come as a word that says so.
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
    // A form without a file chosen sends one without a name.
    if (draft.size === 0 && !part.filename) {
      await dropDrafts([draft]);
      continue;
    }
    files.push({ ...draft, name: part.filename ?? '' });
    demand(draft.size > 0, 'empty_file');
    if (part.file.truncated) fail('file_too_large');
  }
  request.body = body;
  request.uploads = files;
  return undefined;
}

/** Whether a request says that it is a form, before anything of it is read. */
export const isForm = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /^\s*multipart\//i.test(headers['content-type'] ?? '');
