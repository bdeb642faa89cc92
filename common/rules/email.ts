/** Whether a text may be an e-mail address, as both sides see it: one `@`, and something on each side of it. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text.trim());
