/** Same keys as the French texts, with other words: a key missing in one language does not compile. */
export type Translation<T> = { [Key in keyof T]: T[Key] extends string ? string : Translation<T[Key]> };

/** Key by which code asks for a text: without the plural form, which the count chooses. */
type Bare<Key extends string> = Key extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : Key;

/** Keys of all texts in `T`; nested texts have dotted keys. */
export type Keys<T> = {
  [Key in keyof T & string]: T[Key] extends string ? Bare<Key> : `${Key}.${Keys<T[Key]>}`;
}[keyof T & string];
