// Chunk of menus and popovers, fetched after the page (see web/vite/chunks.ts).
export { MenuContent } from './MenuContent.tsx';
export { PopoverContent } from './PopoverContent.tsx';
