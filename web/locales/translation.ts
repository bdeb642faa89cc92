/** The same keys as the French texts, other words: a key missing in one language does not compile. */
export type Translation<T> = { [Key in keyof T]: T[Key] extends string ? string : Translation<T[Key]> };

/** A key as texts are asked for: without the plural form that the count chooses. */
type Bare<Key extends string> = Key extends `${infer Base}_${Intl.LDMLPluralRule}` ? Base : Key;

/** The keys of all texts in `T`, those of texts within texts with dots. */
export type Keys<T> = {
  [Key in keyof T & string]: T[Key] extends string ? Bare<Key> : `${Key}.${Keys<T[Key]>}`;
}[keyof T & string];
