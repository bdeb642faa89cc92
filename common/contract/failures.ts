/** Failures by code: the HTTP status of each, and its sentence in both languages. */
export type Failures = Record<string, { status: number; fr: string; en: string }>;
