/** Name of the job that answers a request for an account; `people/admissions` runs it. */
export const asking = 'admissions.ask';
