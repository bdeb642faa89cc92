/**
 * Tells whether a layer that opens now is a sheet. `Sheet.module.css` positions it; its other behaviour depends on this
 * test.
 */
export const isSheet = (): boolean => window.matchMedia?.('(width < 640px)').matches ?? false;
