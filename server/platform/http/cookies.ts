import type { FastifyReply, FastifyRequest } from 'fastify';

/** Cookies of the server alone: no script reads them, and no other site has them sent; `lax` ones come with a link as well. */
export interface Cookies {
  get(name: string): string | undefined;
  /** For the paths below this one; null ends it. */
  set(name: string, value: string | null, options: { path: string; seconds: number; sameSite?: 'lax' }): void;
}

export const cookiesOf = (request: FastifyRequest, reply: FastifyReply, publicUrl: string): Cookies => ({
  get: name => request.cookies[name],
  set(name, value, { path, seconds, sameSite }) {
    void reply.setCookie(name, value ?? '', {
      path,
      maxAge: value === null ? 0 : seconds,
      httpOnly: true,
      sameSite: sameSite ?? 'strict',
      secure: publicUrl.startsWith('https:'),
    });
  },
});
