// What opens over the page, fetched together once the page is there (see web/vite/parts.ts).
export { MenuContent } from './MenuContent.tsx';
export { PopoverContent } from './PopoverContent.tsx';
