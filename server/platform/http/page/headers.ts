import type { FastifyInstance } from 'fastify';
import { pageScripts } from './page-scripts.ts';

/**
 * Sets the security headers of every answer, unless its route overrides them: pages run only our scripts, nobody frames
 * them, and links do not reveal where the reader came from. Built once: the headers are the same for all.
 * @param publicUrl the address that people use
 */
export function setSecurityHeaders(fastify: FastifyInstance, publicUrl: string): void {
  const policy = {
    'default-src': "'self'",
    'script-src': ["'self'", ...pageScripts()].join(' '),
    // Style attributes: Radix locks scrolling with them, and the message list places its rows.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': `'self' ${publicUrl.replace(/^http/, 'ws')}`,
    // Videos play in the cookie-free page of YouTube, once a person asks for them.
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
