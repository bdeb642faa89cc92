import { z } from 'zod';
import { access, endpoint } from '../define.ts';
import { like, text } from '../fields.ts';

const media = z.object({
  url: like('/api/gif/media?sign=kVh2…&url=https%3A%2F%2Fmedia.example%2Fa.gif'),
  dims: z.array(z.number().int()).meta({ description: 'Width and height, in pixels.', example: [498, 373] }),
});

/** A GIF, as pickers and messages show it. Every URL in it points to this server. */
export const Gif = z
  .object({
    content_description: like('Un chat qui danse'),
    media_formats: z.object({ gif: media, tinygif: media }),
  })
  .meta({ id: 'Gif' });
export type Gif = z.infer<typeof Gif>;

/** A category of GIFs. */
export const GifTag = z
  .object({
    searchterm: like('dance'),
    path: like('/api/gif/search?q=dance&limit=32').meta({ description: 'Request path for the GIFs of the category.' }),
    image: like('/api/gif/media?demo=dance-1'),
    name: like('#dance'),
  })
  .meta({ id: 'GifTag' });
export type GifTag = z.infer<typeof GifTag>;

/** GIFs that one request asks for by default. */
export const gifsAtOnce = 32;

export const gifs = {
  search: endpoint({
    method: 'GET',
    path: '/gif/search',
    access: access.session,
    guests: true,
    summary: 'Searches GIFs by words, at the provider, or among Palabre’s own GIFs when no provider is configured',
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
    guests: true,
    summary: 'Lists the categories of GIFs',
    output: z.object({ tags: z.array(GifTag) }),
    refuses: ['gif_unavailable', 'too_many_requests'],
  }),
  media: endpoint({
    method: 'GET',
    path: '/gif/media',
    access: access.session,
    guests: true,
    summary:
      'Reads the bytes of a GIF, fetched by the server. The cookie `token` may stand for the header, as for files',
    query: z.object({
      url: z.url().max(2_000).optional().meta({ description: 'URL of the GIF at the provider.' }),
      sign: z
        .string()
        .max(100)
        .optional()
        .meta({ description: 'Signature by which this server recognises a URL that it gave.' }),
      demo: z
        .string()
        .max(40)
        .optional()
        .meta({ description: 'One of Palabre’s own GIFs, instead of `url`.', example: 'dance-1' }),
    }),
    /** The bytes of a picture, not JSON. */
    output: z.unknown().meta({ format: 'binary' }),
    refuses: ['not_found', 'gif_unavailable', 'too_many_requests'],
  }),
};
