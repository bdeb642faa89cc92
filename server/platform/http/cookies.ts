import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Cookies of the server: no script reads them, and other sites cannot send them; a `lax` cookie is also sent when a
 * link is followed.
 */
export interface Cookies {
  /** Whether the site is served over https, where a name may begin with `__Host-`. */
  isSecure: boolean;
  get(name: string): string | undefined;
  /** Sets a cookie for the paths below `path`; null deletes it. */
  set(name: string, value: string | null, options: { path: string; seconds: number; sameSite?: 'lax' }): void;
}

/** Reads and sets the cookies of one request. */
export const cookiesOf = (request: FastifyRequest, reply: FastifyReply, publicUrl: string): Cookies => ({
  isSecure: publicUrl.startsWith('https:'),
  get: name => request.cookies[name],
  set(name, value, { path, seconds, sameSite }) {
    void reply.setCookie(name, value ?? '', {
      path,
      maxAge: value === null ? 0 : seconds,
      httpOnly: true,
      sameSite: sameSite ?? 'strict',
      secure: this.isSecure,
    });
  },
});
