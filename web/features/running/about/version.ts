/** Version of this page, which vite.config.ts writes into its head; an older page may speak to a newer server. */
export const pageVersion = (): string => document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? '';
