import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { id } from '../fields.ts';

export const files = {
  one: endpoint({
    method: 'GET',
    path: '/file/:id/:name',
    access: access.file(),
    summary: 'The bytes of a file; here alone the cookie `token` stands for the header, since an <img> sends none',
    params: z.object({ id, name: z.string().max(300).meta({ example: 'arbre.webp' }) }),
    /** Not JSON: whatever the file is. */
    output: z.unknown().meta({ format: 'binary' }),
  }),
};
