const local = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/**
 * Tells whether a text is a valid e-mail address, by one rule for server and page: words joined by dots, one `@`, a host
 * name. Quotes and display names are refused, so that no mail program reads two addresses in one.
 */
export function isEmail(text: string): boolean {
  const [name = '', machine = '', ...more] = text.trim().split('@');
  return (
    more.length === 0 && name.length <= 64 && local.test(name) && machine.split('.').every(part => label.test(part))
  );
}
