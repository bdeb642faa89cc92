import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, asAppError, demand, fail } from './errors.ts';

/** Uploaded image, not decoded yet. */
export interface UploadedImage {
  bytes: Buffer;
  name: string;
}

/**
 * Accepts `multipart/form-data` beside JSON: text fields become the body (a repeated field becomes a list), and the
 * file of the given field becomes the image of the request. The multipart plugin limits sizes; a second file is
 * refused.
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

/** Text fields of a form; a repeated field is a list. */
export type Form = Record<string, string | string[]>;

/** Adds a text field to a form. */
export function addField(form: Form, name: string, value: unknown): void {
  if (typeof value !== 'string' || name === '__proto__') return;
  const before = Object.hasOwn(form, name) ? form[name] : undefined;
  form[name] = before === undefined ? value : [before, value].flat();
}

/**
 * Converts an error met while reading a form: a size refused by the plugin has its status, our refusals and an
 * unavailable disk or database have their code; any other error means a broken form.
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
    if (part.fieldname !== field || (bytes.length === 0 && !part.filename)) continue;
    demand(!request.image, 'invalid_input');
    request.image = { bytes, name: part.filename };
  }
  request.body = body;
}

/** Refuses multipart on endpoints that take none. */
export async function refuseMultipart(request: FastifyRequest): Promise<void> {
  if (request.isMultipart()) fail('unsupported_media');
}
