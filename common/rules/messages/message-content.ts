const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

/** Tells whether a text has nothing visible: only white space, control and zero-width characters. */
export const isBlank = (text: string): boolean => !visible.test(text);
