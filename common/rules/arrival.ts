/**
 * What a login by a provider leaves in the browser that went there: all that its page is told, as the query of its
 * address says it. No address is believed: anybody can write one.
 * @param secure whether the page is reached by https, where no other host of the same domain can leave such a cookie
 */
export const arrivalCookie = (secure: boolean): string => (secure ? '__Host-arrival' : 'arrival');

/** What may be told thus, by its names in the address. */
export const arrivalFields = ['token', 'pending', 'id', 'email', 'firstName', 'error', 'reason'] as const;
