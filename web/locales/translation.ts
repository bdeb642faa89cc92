/** The same keys as the French texts, other words: a key missing in one language does not compile. */
export type Translation<T> = { [Key in keyof T]: T[Key] extends string ? string : Translation<T[Key]> };
