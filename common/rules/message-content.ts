const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

/** Whether there is nothing to see: empty or only white space, characters without width among it. */
export const isBlank = (text: string): boolean => !visible.test(text);
