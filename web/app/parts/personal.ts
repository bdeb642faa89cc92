// Chunk of personal settings (see web/vite/chunks.ts).
export { ProfilePage } from '../../features/people/accounts/ProfilePage.tsx';
export { GeneralPage } from '../../features/people/preferences/GeneralPage.tsx';
export { PersonalTabs } from '../frame/PersonalTabs.tsx';
export { PersonalGate } from '../gates/PersonalGate.tsx';
export { MePage } from '../me/MePage.tsx';
