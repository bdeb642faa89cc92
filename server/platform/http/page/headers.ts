import type { FastifyInstance } from 'fastify';
import { pageScripts } from './page-scripts.ts';

/**
 * What every answer tells the browser, unless its route says otherwise: our pages run our own scripts alone, are framed
 * by nobody, and leave no trace of where one came from. Put together once: it is the same for all.
 * @param publicUrl the address people use
 */
export function setSecurityHeaders(fastify: FastifyInstance, publicUrl: string): void {
  const policy = {
    'default-src': "'self'",
    'script-src': ["'self'", ...pageScripts()].join(' '),
    // Radix locks scrolling, and the message list places its rows, with style attributes.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': `'self' ${publicUrl.replace(/^http/, 'ws')}`,
    // Videos, by YouTube's own page that keeps no cookies, once they are asked for.
    'frame-src': 'https://www.youtube-nocookie.com',
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  const headers = {
    'content-security-policy': Object.entries(policy)
      .map(directive => directive.join(' '))
      .join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
