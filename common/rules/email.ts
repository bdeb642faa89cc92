const local = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/**
 * Whether a text may be an e-mail address, as both sides see it: words with dots between them, one `@`, and the name of a
 * machine. Neither quotes nor a name beside it: what mail programs read as two addresses is none.
 */
export function isEmail(text: string): boolean {
  const [name = '', machine = '', ...more] = text.trim().split('@');
  return (
    more.length === 0 && name.length <= 64 && local.test(name) && machine.split('.').every(part => label.test(part))
  );
}
