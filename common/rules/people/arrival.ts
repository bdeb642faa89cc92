/**
 * Returns the name of the cookie in which a login by a provider passes its result to the page, in the form of a query
 * string. The result is never read from an address, which anyone could write.
 * @param secure whether the page is on https, where the `__Host-` prefix keeps other hosts of the domain from setting the cookie
 */
export const arrivalCookie = (secure: boolean): string => (secure ? '__Host-arrival' : 'arrival');

/** Names of the fields that this cookie may hold. */
export const arrivalFields = ['token', 'pending', 'id', 'email', 'firstName', 'error', 'reason'] as const;
