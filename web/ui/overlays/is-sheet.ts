/**
 * Tells whether a layer that opens now is a sheet. Its place is told by `Sheet.module.css`; what else it does depends on
 * this.
 */
export const isSheet = (): boolean => window.matchMedia?.('(width < 640px)').matches ?? false;
