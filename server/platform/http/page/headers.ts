import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../../../env.ts';
import { pageScripts } from './page-scripts.ts';

/**
 * Makes the security headers of every answer: pages run only our scripts, nobody frames them, and links do not reveal
 * where the reader came from. Built once: the headers are the same for all.
 * @param env.publicUrl the address that people use
 */
export function securityHeaders({
  publicUrl,
  hstsSubdomains,
}: Pick<Env, 'publicUrl' | 'hstsSubdomains'>): Readonly<Record<string, string>> {
  const hsts = `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`;
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
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return {
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
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': hsts }),
  };
}

/**
 * Sets these headers on every answer, unless its route overrides them. They are set before Fastify and Socket.IO see
 * the request, since some answers come from neither's hooks: a malformed path, a handshake that is refused.
 */
export function setSecurityHeaders({ server }: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  const all = new Map(Object.entries(headers));
  server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
    response.setHeaders(all);
  });
}
