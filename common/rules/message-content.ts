/** Whether there is nothing to send: empty or only white space (spec 2 §5). */
export const isBlank = (content: string): boolean => content.trim() === '';
