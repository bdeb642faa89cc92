// Chunk of the pages that anyone may read (see web/vite/parts.ts).
export { DataPage, PrivacyPage } from '../../features/people/personal-data/InformationPages.tsx';
