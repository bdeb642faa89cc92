import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { like, text } from '../fields.ts';

const media = z.object({
  url: like('/api/gif/media?sign=kVh2…&url=https%3A%2F%2Fmedia.example%2Fa.gif'),
  dims: z.array(z.number().int()).meta({ description: 'Width and height, in pixels.', example: [498, 373] }),
});

/** A GIF as pickers and messages read it; every address is one of this server's. */
export const Gif = z
  .object({
    content_description: like('Un chat qui danse'),
    media_formats: z.object({ gif: media, tinygif: media }),
  })
  .meta({ id: 'Gif' });
export type Gif = z.infer<typeof Gif>;

export const GifTag = z
  .object({
    searchterm: like('dance'),
    path: like('/api/gif/search?q=dance&limit=32').meta({ description: 'What is asked for the GIFs of the category.' }),
    image: like('/api/gif/media?demo=dance-1'),
    name: like('#dance'),
  })
  .meta({ id: 'GifTag' });
export type GifTag = z.infer<typeof GifTag>;

/** How many GIFs are asked for at once. */
export const gifsAtOnce = 32;

export const gifs = {
  search: endpoint({
    method: 'GET',
    path: '/gif/search',
    access: access.session,
    summary: 'GIFs that go with some words, as the provider finds them; those of Palabre itself where there is none',
    query: z.object({
      q: text(100, 1).meta({ example: 'dance' }),
      limit: z.coerce.number().int().min(1).max(50).default(gifsAtOnce),
    }),
    output: z.object({ results: z.array(Gif) }),
    refuses: ['gif_unavailable', 'too_many_requests'],
  }),
  categories: endpoint({
    method: 'GET',
    path: '/gif/categories',
    access: access.session,
    summary: 'The categories of GIFs',
    output: z.object({ tags: z.array(GifTag) }),
    refuses: ['gif_unavailable', 'too_many_requests'],
  }),
  media: endpoint({
    method: 'GET',
    path: '/gif/media',
    access: access.session,
    summary: 'The bytes of a GIF, fetched by the server; the cookie `token` stands for the header, as for files',
    query: z.object({
      url: z.url().max(2_000).optional().meta({ description: 'Where the provider keeps it.' }),
      sign: z.string().max(100).optional().meta({ description: 'Says that this server gave the address.' }),
      demo: z
        .string()
        .max(40)
        .optional()
        .meta({ description: 'In its place: one of Palabre’s own.', example: 'dance-1' }),
    }),
    /** Not JSON: a picture. */
    output: z.unknown().meta({ format: 'binary' }),
    refuses: ['not_found', 'gif_unavailable', 'too_many_requests'],
  }),
};
