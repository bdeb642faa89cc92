import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { id } from '../fields.ts';

export const files = {
  one: endpoint({
    method: 'GET',
    path: '/file/:id/:name',
    access: access.file(),
    guests: true,
    summary: 'Reads the bytes of a file. The cookie `token` may stand for the header, since an <img> sends no header',
    params: z.object({ id, name: z.string().max(300).meta({ example: 'arbre.webp' }) }),
    /** Bytes of the file, not JSON. */
    output: z.unknown().meta({ format: 'binary' }),
  }),
};
