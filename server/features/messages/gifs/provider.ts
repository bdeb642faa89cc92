import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Gif, GifTag } from '@palabre/common/contract/messages/gifs.ts';
import { fileTypeFromBuffer } from 'file-type';
import { z } from 'zod';
import type { Env } from '../../../env.ts';
import { Cache } from '../../../platform/cache.ts';
import type { Language } from '../../../platform/http/errors.ts';
import type { Fetched, Outgoing } from '../../../platform/http/outgoing/outgoing.ts';
import type { LastingKeys } from '../../../platform/sessions/lasting-keys.ts';

const megabyte = 1024 * 1024;
/** Largest answer, and time limit, of the provider's API. */
const answer = { bytes: 2 * megabyte, ms: 3_000 };
const picture = { bytes: 12 * megabyte, ms: 10_000 };
const shown = new Set(['image/gif', 'image/webp', 'image/png', 'image/jpeg', 'image/avif']);

/** Schemas of the Tenor v2 API, as far as it is read; a result that lacks a field is skipped. */
const Media = z.object({ url: z.url().max(1_500), dims: z.array(z.number()).optional() });
const Result = z.object({
  content_description: z.string().max(1_000).catch(''),
  media_formats: z.object({ gif: Media, tinygif: Media }),
});
const Tag = z.object({
  searchterm: z.string().min(1).max(100),
  image: z.url().max(1_500).catch(''),
  name: z.string().max(100).catch(''),
});

/** Returns the path of a search of GIFs. */
export const searchPath = (term: string, limit = 32): string =>
  `/api/gif/search?${new URLSearchParams({ q: term, limit: String(limit) })}`;

const fits = <T>(schema: z.ZodType<T>, list: unknown): T[] =>
  (Array.isArray(list) ? list : []).flatMap(one => {
    const parsed = schema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });

const signOf = (url: string, key: Buffer): Buffer =>
  Buffer.from(createHmac('sha256', key).update(url).digest('base64url').slice(0, 32));

/** Client of a GIF provider. Only this server talks to it: browsers fetch pictures from this server. */
export class GifProvider {
  private readonly answers = new Cache<unknown>({ size: 200, each: 1, ms: 10 * 60_000 });
  private readonly pictures = new Cache<Fetched>(
    { size: 64 * megabyte, each: 4 * megabyte, ms: 60 * 60_000 },
    ({ bytes }) => bytes.length,
  );
  constructor(
    private readonly provider: NonNullable<Env['gif']>,
    private readonly keys: LastingKeys,
    private readonly outgoing: Outgoing,
  ) {}

  /** Searches GIFs; results are cached. */
  async search(q: string, limit: number, language: Language): Promise<Gif[]> {
    const found = await this.ask('search', { q, limit: String(limit), media_filter: 'gif,tinygif' }, language);
    return fits(Result, (found as { results?: unknown }).results)
      .slice(0, limit)
      .map(({ content_description, media_formats: { gif, tinygif } }) => ({
        content_description,
        media_formats: { gif: this.own(gif), tinygif: this.own(tinygif) },
      }));
  }

  /** Lists categories, with paths of this server: the provider's own paths hold the key. */
  async categories(language: Language): Promise<GifTag[]> {
    const found = await this.ask('categories', {}, language);
    return fits(Tag, (found as { tags?: unknown }).tags).map(({ searchterm, image, name }) => ({
      searchterm,
      path: searchPath(searchterm),
      image: image && this.addressOf(image),
      name: name || searchterm,
    }));
  }

  /** Tells whether this server signed a picture's address, with its current secret or an earlier one. */
  async isSigned(url: string, sign: string): Promise<boolean> {
    const given = Buffer.from(sign);
    return (await this.keys.all('gif media')).some(key => {
      const wanted = signOf(url, key);
      return wanted.length === given.length && timingSafeEqual(wanted, given);
    });
  }

  /** Returns a picture from the cache. */
  known(url: string): Fetched | undefined {
    return this.pictures.get(url);
  }

  /** Fetches a picture; its type is read from its bytes. */
  picture(url: string): Promise<Fetched> {
    return this.pictures.of(url, async () => {
      const { bytes } = await this.outgoing.get(url, picture);
      const type = (await fileTypeFromBuffer(bytes))?.mime ?? '';
      if (!shown.has(type)) throw new Error(`no picture: ${type}`);
      return { bytes, type };
    });
  }

  private ask(what: string, asked: Record<string, string>, language: Language): Promise<unknown> {
    const query = new URLSearchParams({ ...asked, locale: language === 'en' ? 'en_US' : 'fr_FR' });
    return this.answers.of(`${what}?${query}`, async () => {
      query.set('key', this.provider.key);
      const { bytes } = await this.outgoing.get(`${this.provider.url}/${what}?${query}`, answer);
      return JSON.parse(bytes.toString()) ?? {};
    });
  }

  private own({ url, dims = [] }: z.infer<typeof Media>) {
    return { url: this.addressOf(url), dims: dims.slice(0, 2).map(Math.round) };
  }

  /**
   * Returns the address of a picture on this server. `URLSearchParams` writes it without parentheses, between which
   * Markdown puts it.
   */
  private addressOf(url: string): string {
    const query = new URLSearchParams({ sign: signOf(url, this.keys.own('gif media')).toString(), url });
    return `/api/gif/media?${query}`;
  }
}
