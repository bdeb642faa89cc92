import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, demand, fail } from './errors.ts';

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
      // A size the plugin refuses says its status, and so does what we refuse; of anything else the form is broken.
      throw error instanceof AppError || (error as { statusCode?: number }).statusCode
        ? error
        : new AppError('invalid_input');
    }
  };
}

async function read(request: FastifyRequest, field: string): Promise<void> {
  const body: Record<string, string | string[]> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      const { fieldname, value } = part;
      if (typeof value !== 'string' || fieldname === '__proto__') continue;
      const before = Object.hasOwn(body, fieldname) ? body[fieldname] : undefined;
      body[fieldname] = before === undefined ? value : [before, value].flat();
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
