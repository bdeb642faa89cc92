import { part } from '../../platform/parts.ts';

// The parts of the page that an address needs (see web/vite/parts.ts), each fetched once.

export const guest = part(() => import('./guest.ts'));
export const inside = part(() => import('./inside.ts'));
export const conversations = part(() => import('./conversations.ts'));
export const settings = part(() => import('./settings.ts'));
export const discover = part(() => import('../../features/workspaces/DiscoverPage.tsx'));
export const invitation = part(() => import('../../features/invites/InvitePage.tsx'));
export const notFound = part(() => import('../shell/NotFoundPage.tsx'));
