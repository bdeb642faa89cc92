import { part } from '../../platform/address/lazy-part.ts';

// Loaders of the chunks that addresses need (see web/vite/chunks.ts), each fetched once.

export const guest = part(() => import('./guest.ts'));
export const codes = part(() => import('./codes.ts'));
export const inside = part(() => import('./inside.ts'));
export const conversations = part(() => import('./conversations.ts'));
export const threads = part(() => import('../threads/ThreadsPage.tsx'));
export const scheduled = part(() => import('../../features/messages/scheduled/ScheduledPage.tsx'));
export const societies = part(() => import('./societies.ts'));
export const settings = part(() => import('./settings.ts'));
export const personal = part(() => import('./personal.ts'));
export const onboarding = part(() => import('../../features/people/accounts/OnboardingPage.tsx'));
export const administration = part(() => import('../../features/running/administration/AdminPage.tsx'));
export const discover = part(() => import('../../features/workspaces/workspaces/DiscoverPage.tsx'));
export const home = part(() => import('../home/HomePage.tsx'));
export const invitation = part(() => import('../../features/workspaces/invites/InvitePage.tsx'));
export const invited = part(() => import('../../features/workspaces/email-invites/InvitedPage.tsx'));
export const registerLink = part(() => import('../../features/people/admissions/RegisterLinkPage.tsx'));
export const linking = part(() => import('../../features/people/linked-accounts/LinkAccountPage.tsx'));
export const information = part(() => import('./information.ts'));
export const mailsOff = part(() => import('../../features/reading/notifications/MailsOffPage.tsx'));
export const notFound = part(() => import('../gates/NotFoundPage.tsx'));
