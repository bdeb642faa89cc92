// Chunk of the pages that anyone may read (see web/vite/chunks.ts).
export { DataPage, PrivacyPage } from '../../features/people/personal-data/InformationPages.tsx';
