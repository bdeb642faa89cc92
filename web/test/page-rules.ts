import { isOfAnotherAct } from './signs.ts';

/** Elements and roles that need a name: controls, and elements that a screen reader announces as a unit. */
const named = new Set(['button', 'summary', 'input', 'textarea', 'select', 'fieldset']);
const worded = new Set(['button', 'summary', 'a', 'link', 'tab', 'option', 'menuitem', 'menuitemcheckbox']);
const labelled = new Set([
  ...['switch', 'checkbox', 'radio', 'combobox', 'dialog', 'alertdialog', 'group', 'radiogroup', 'tablist', 'toolbar'],
  ...['img', 'link', 'tab', 'option', 'menuitem', 'menuitemcheckbox', 'button'],
]);

/** Elements that say nothing while they are empty. */
const filled = new Set([
  'ul',
  'ol',
  'h1',
  'h2',
  'h3',
  'p',
  'li',
  'dt',
  'dd',
  'legend',
  'label',
  'figcaption',
  'blockquote',
]);

/** Roles of pressable elements, which have a sign of their act. */
const pressed = new Set(['button', 'a', 'tab', 'menuitem', 'menuitemcheckbox']);

/** Types of text fields. */
const typed = new Set([null, 'text', 'email', 'password', 'search', 'url']);

/** Selector of elements that may be empty for a while: a live region stands there before its first announcement. */
const awaited = '[role="status"], [role="alert"], [aria-live]';

/** Words of acts that take something away, and of the buttons that confirm them. */
const takesAway =
  /^(Supprimer|Exclure|Ban\b|Bannir(?! une adresse)|Mettre fin|Déconnecter(?! les)|Déconnexion|Quitter (le serveur|la))/;
const confirmsLoss =
  /^(Oui, |Supprimer|Quitter|Exclure|Bannir|Retirer|Suspendre|Mettre fin|Déconnecter|Transmettre le)/;

const textOf = (element: Element | null): string => element?.textContent?.trim() ?? '';
const classOf = (element: Element): string => element.getAttribute('class') ?? '';
const idsIn = (element: Element, attribute: string): string[] =>
  element.getAttribute(attribute)?.split(' ').filter(Boolean) ?? [];

function nameOf(element: Element, role: string): string {
  const label = element.getAttribute('aria-label')?.trim();
  if (label) return label;
  const by = idsIn(element, 'aria-labelledby').map(id => textOf(document.getElementById(id)));
  if (by.some(Boolean)) return by.join(' ');
  if (worded.has(role)) {
    const words = textOf(element) || (element.querySelector('img')?.alt ?? '');
    if (words) return words;
  }
  const labels = [...((element as HTMLInputElement).labels ?? [])].map(textOf);
  const legends = [...element.children].filter(({ localName }) => localName === 'legend').map(textOf);
  return [...labels, ...legends, element.getAttribute('title') ?? ''].find(Boolean) ?? '';
}

/** Content of a page that is not its own words. */
export interface Known {
  /** Names of people and places, which may be written from right to left. */
  names: ReadonlySet<string>;
  /** Words that say how a channel may be seen, each with that visibility. */
  visibilities: ReadonlyMap<string, string>;
}

/** Words of tags, each with its colour. */
const tags: readonly [words: RegExp, look: string][] = [
  [/^(Nouveau|Invité|Demande envoyée|Non envoyée|Important)$/, 'tag-accent'],
  [
    /^(Activée?|Vérifié|Administration|Cet appareil|Envoyée|Membre|Propriétaire|Salon des messages système|Suivi par .*)$/,
    'tag-brand',
  ],
  [/^(Désactivée|Expirée|Non vérifié|Déjà membre|Compte suspendu|(Traité|Terminé|Transmis)\b.*)$/, 'tag-neutral'],
];

/** State shown to the eye and state said in words, by their element: both, or neither. */
const states: Record<string, (element: Element) => readonly [look: boolean, words: boolean][]> = {
  a: row => {
    if (!row.hasAttribute('data-roving')) return [];
    const name = nameOf(row, 'a');
    return [
      [row.hasAttribute('data-unread'), /non lu(?!s)|messages non lus|\d mention/i.test(name)],
      [row.hasAttribute('data-muted'), name.includes('en sourdine')],
    ];
  },
  article: card =>
    /_card_/.test(classOf(card)) ? [[card.hasAttribute('data-unread'), textOf(card).includes('non lue')]] : [],
  button: button => {
    const look = classOf(button);
    if (look.includes('_member_'))
      return [[look.includes('_away_'), button.querySelector('[data-status="offline"]') !== null]];
    // Buttons that show members or follow a thread.
    const name = button.getAttribute('aria-label') ?? '';
    const isSuch = name.endsWith('uivre ce fil') || (name.endsWith(' les membres') && button.ariaExpanded !== null);
    return isSuch ? [[look.includes('_active_'), /^(Ne plus|Masquer)/.test(name)]] : [];
  },
  li: report => {
    const status = report.getAttribute('data-status');
    return status ? [[status === 'new', /Nouveau/.test(textOf(report.firstElementChild))]] : [];
  },
  tr: row => [[row.hasAttribute('data-expired'), textOf(row).includes('Expirée')]],
  td: cell => {
    const [, used, most] = /(\d+)\/(\d+)$/.exec(textOf(cell)) ?? [];
    return [[cell.hasAttribute('data-full'), used !== undefined && Number(used) >= Number(most)]];
  },
  figure: message =>
    /_message_/.test(classOf(message))
      ? [[message.querySelector('[class*="_pointed_"]') !== null, message.querySelector('ul') !== null]]
      : [],
  span: tag => {
    if (!classOf(tag).includes('_tag-')) return [];
    const look = tags.find(([words]) => words.test(textOf(tag)))?.[1];
    return look ? [[classOf(tag).includes(look), true]] : [];
  },
};

/** Returns the buttons at the foot of a dialog, the main one last; none elsewhere. */
const atFootOf = (element: Element): Element[] =>
  classOf(element).includes('footer') && element.closest('[role="dialog"], [role="alertdialog"]')
    ? [...element.children].filter(({ localName }) => localName === 'button')
    : [];

/** A rule is told an element, its tag, and its role, which is the tag where no other is given. */
type Rule = [says: string, isBroken: (element: Element, tag: string, role: string, known: Known) => boolean];

const rules: readonly Rule[] = [
  [
    'has no name',
    (element, tag, role) =>
      (named.has(tag) || (labelled.has(role) && role !== tag) || (tag === 'a' && element.hasAttribute('href'))) &&
      nameOf(element, role) === '',
  ],
  [
    'is named or described by what is not there',
    element =>
      [...idsIn(element, 'aria-labelledby'), ...idsIn(element, 'aria-describedby')].some(
        id => document.getElementById(id) === null,
      ),
  ],
  ['is the label of nothing', (element, tag) => tag === 'label' && (element as HTMLLabelElement).control === null],
  [
    'is empty',
    (element, tag) =>
      // A no-break space keeps the place of coming content.
      filled.has(tag) &&
      !element.firstElementChild &&
      /^[ \n]*$/.test(element.textContent ?? '') &&
      !element.closest(awaited),
  ],
  ['says nothing to who cannot see it', (element, tag) => tag === 'img' && !element.hasAttribute('alt')],
  ['is a drawing that is read out', (_element, tag, role) => tag === 'svg' && role !== 'img'],
  ['would submit the form around it', (element, tag) => tag === 'button' && !element.hasAttribute('type')],
  [
    'gives the page to the one that it opens',
    (element, tag) =>
      tag === 'a' &&
      element.getAttribute('target') === '_blank' &&
      !/\bno(opener|referrer)\b/.test(element.getAttribute('rel') ?? ''),
  ],
  [
    'leaves to the browser what it fills in',
    (element, tag) =>
      tag === 'input' &&
      typed.has(element.getAttribute('type')) &&
      !element.hasAttribute('readonly') &&
      !element.hasAttribute('autocomplete'),
  ],
  [
    'shows what is no word',
    element => !element.firstElementChild && /\b(undefined|NaN)\b|\[object |\{\{/.test(element.textContent ?? ''),
  ],
  [
    'shows a name in the direction of the page, not in its own',
    (element, _tag, _role, { names }) =>
      !element.firstElementChild && names.has(textOf(element)) && !element.closest('[dir="auto"], bdi'),
  ],
  [
    'has a main button that does not look so, or another that does',
    element => {
      const looks = atFootOf(element).map(button => /primary|danger/.test(classOf(button)));
      return looks.some((isMain, place) => isMain !== (place === looks.length - 1));
    },
  ],
  [
    'takes something away, and does not look so',
    (element, tag, role) =>
      ((tag === 'button' && role === 'button') || role === 'menuitem') &&
      takesAway.test(nameOf(element, role)) &&
      !classOf(element).includes('danger'),
  ],
  [
    'has the sign of another act',
    (element, _tag, role) => {
      const sign = pressed.has(role) ? element.querySelector('.lucide') : null;
      return sign !== null && isOfAnotherAct(nameOf(element, role), sign);
    },
  ],
  [
    'shows nothing of what it does',
    // A button over a whole line, such as a link to a message, has no class of a button.
    element => classOf(element).includes('_button_') && !element.firstElementChild && textOf(element) === '',
  ],
  [
    'does not look like what it says',
    (element, tag) => Boolean(states[tag]?.(element).some(([look, words]) => look !== words)),
  ],
];

/** Describes an element for the developer who has to find it: its tag with its attributes, and its words. */
function written(element: Element): string {
  const [tag = ''] = /^<[^>]*>/.exec((element.cloneNode(false) as Element).outerHTML) ?? [];
  return `${tag.slice(0, 200)} « ${textOf(element).slice(0, 80)} »`;
}

/** Tells whether something is there for nobody: the fields that Radix adds for forms, an input behind its button. */
const isUnheard = (element: Element): boolean =>
  element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('hidden');

function brokenIn(element: Element, known: Known, found: string[]): void {
  const tag = element.localName;
  const role = element.getAttribute('role') ?? tag;
  for (const [says, isBroken] of rules)
    if (isBroken(element, tag, role, known)) found.push(`${written(element)} ${says}`);
  if (tag === 'svg') return;
  for (let child = element.firstElementChild; child; child = child.nextElementSibling)
    if (!isUnheard(child)) brokenIn(child, known, found);
}

/** Tells whether the words around the sign of a channel, or of a choice, say another visibility. */
function isOfAnother(sign: Element, { visibilities }: Known): boolean {
  let around: Element | null = sign;
  while (around && textOf(around) === '') around = around.parentElement;
  const words = textOf(around);
  const [, visibility] = [...visibilities].find(([word]) => words.includes(word)) ?? [];
  return visibility !== undefined && sign.getAttribute('data-visibility') !== visibility;
}

/** Lists the rules that a page breaks: each line names the element and the fault. */
export function brokenRules(page: Element, known: Known): string[] {
  const found: string[] = [];
  brokenIn(page, known, found);
  // Signs are for the eye alone.
  for (const sign of page.querySelectorAll('[data-visibility]'))
    if (isOfAnother(sign, known))
      found.push(`${written(sign.parentElement ?? sign)} has the sign of another visibility`);
  return found;
}

/** Tells whether a question is answered « yes » by Enter, though that takes something away. */
export const isTooEasy = ({
  confirmLabel = '',
  danger = false,
}: {
  confirmLabel?: string;
  danger?: boolean;
}): boolean => confirmsLoss.test(confirmLabel) && !danger;
