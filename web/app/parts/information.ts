// The pages that anyone may read, fetched together (see web/vite/parts.ts).
export { DataPage, PrivacyPage } from '../../features/people/personal-data/InformationPages.tsx';
