// Personal settings, fetched together (see web/vite/parts.ts).
export { ProfilePage } from '../../features/accounts/ProfilePage.tsx';
export { GeneralPage } from '../../features/preferences/GeneralPage.tsx';
export { PersonalGate } from '../shell/PersonalGate.tsx';
export { PersonalTabs } from '../shell/PersonalTabs.tsx';
