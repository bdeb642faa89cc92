// Chunk of societies (see web/vite/chunks.ts).
import '../../features/societies/societies.texts.ts';

export { SocietiesPage } from '../../features/societies/SocietiesPage.tsx';
export { SocietyPage } from '../../features/societies/SocietyPage.tsx';
export { UserSocietyPage } from '../../features/societies/UserSocietyPage.tsx';
