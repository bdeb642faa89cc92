import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, asAppError, demand, fail } from './errors.ts';

/** An image as it came, not looked at yet. */
export interface UploadedImage {
  bytes: Buffer;
  name: string;
}

/**
 * Lets an endpoint take `multipart/form-data` beside JSON: text fields become the body (one sent several times, a
 * list), the file of that name the request's image. Size limits are the multipart plugin's; a second file is refused.
 */
export function acceptImage(field: string) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (!request.isMultipart()) return;
    try {
      await read(request, field);
    } catch (error) {
      throw asFormError(error);
    }
  };
}

/** Text fields of a form; one sent several times is a list. */
export type Form = Record<string, string | string[]>;

export function addField(form: Form, name: string, value: unknown): void {
  if (typeof value !== 'string' || name === '__proto__') return;
  const before = Object.hasOwn(form, name) ? form[name] : undefined;
  form[name] = before === undefined ? value : [before, value].flat();
}

/**
 * What ended the reading of a form: a size the plugin refuses says its status, so does what we refuse, and a disk or a
 * database that is away its code; of anything else the form is broken.
 */
export function asFormError(error: unknown): unknown {
  const known = error instanceof AppError || (error as { statusCode?: number }).statusCode;
  return known || asAppError(error).code !== 'internal' ? error : new AppError('invalid_input');
}

async function read(request: FastifyRequest, field: string): Promise<void> {
  const body: Form = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      addField(body, part.fieldname, part.value);
      continue;
    }
    const bytes = await part.toBuffer();
    if (part.fieldname !== field || (bytes.length === 0 && part.filename === '')) continue;
    demand(!request.image, 'invalid_input');
    request.image = { bytes, name: part.filename };
  }
  request.body = body;
}

/** Refuses multipart where the endpoint takes none. */
export async function refuseMultipart(request: FastifyRequest): Promise<void> {
  if (request.isMultipart()) fail('unsupported_media');
}
