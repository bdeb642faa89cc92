// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { brokenRules, isTooEasy } from './page-rules.ts';

const known = { names: new Set(['Karim Benali']), visibilities: new Map([['Privé', 'private']]) };

/** Returns how each element of this page is wrong. */
function wrong(html: string): string[] {
  document.body.innerHTML = html;
  return brokenRules(document.body, known).map(line => line.replace(/^.* » /s, ''));
}

test.each([
  ['has no name', '<button type="button"><i></i></button>', '<button type="button" aria-label="Fermer"></button>'],
  ['has no name', '<input autocomplete="off" />', '<label>Nom <input autocomplete="off" /></label>'],
  ['has no name', '<p role="group"><b>a</b></p>', '<fieldset><legend>a</legend></fieldset>'],
  [
    'has no name',
    '<h2 id="a">a</h2><i role="dialog"></i>',
    '<h2 id="a">a</h2><i role="dialog" aria-labelledby="a"></i>',
  ],
  [
    'is named or described by what is not there',
    '<button type="button" aria-describedby="a">b</button>',
    '<button type="button" aria-describedby="a">b</button><p id="a">c</p>',
  ],
  [
    'is the label of nothing',
    '<label for="a">Nom</label>',
    '<label for="a">Nom</label><input id="a" type="checkbox" />',
  ],
  ['is empty', '<ul></ul>', '<section aria-live="polite"><ul></ul></section>'],
  ['is empty', '<p> </p>', '<p role="status"></p>'],
  ['says nothing to who cannot see it', '<img src="a.png" />', '<img src="a.png" alt="" />'],
  [
    'is a drawing that is read out',
    '<svg><path /></svg>',
    '<svg aria-hidden="true"></svg><i aria-hidden="true"><svg></svg></i>',
  ],
  ['would submit the form around it', '<button>Fermer</button>', '<button type="submit">Créer</button>'],
  [
    'gives the page to the one that it opens',
    '<a href="/a" target="_blank">a</a>',
    '<a href="/a" target="_blank" rel="noopener noreferrer">a</a>',
  ],
  [
    'leaves to the browser what it fills in',
    '<input aria-label="Nom" type="email" />',
    '<input aria-label="Nom" readonly /><input aria-label="Nom" type="checkbox" />',
  ],
  [
    'has the sign of another act',
    '<button type="button">Modifier<svg aria-hidden="true" class="lucide lucide-trash"></svg></button>',
    '<button type="button">Modifier<svg aria-hidden="true" class="lucide lucide-pencil"></svg></button>',
  ],
  [
    'shows nothing of what it does',
    '<button type="button" class="_button_a" aria-label="Fermer"></button>',
    '<button type="button" class="_toRoot_a" aria-label="Voir le message"></button>',
  ],
  ['shows what is no word', '<p>undefined membres</p>', '<p>3 membres</p>'],
  [
    'shows a name in the direction of the page, not in its own',
    '<b>Karim Benali</b>',
    '<p dir="auto"><b>Karim Benali</b></p><b>Voir Karim Benali</b>',
  ],
  [
    'does not look like what it says',
    '<i class="a"></i><span class="_tag_a _tag-neutral_a">Propriétaire</span>',
    '<span class="_tag_a _tag-brand_a">Propriétaire</span><span class="_tag_a _tag-brand_a">Bois</span>',
  ],
  [
    'does not look like what it says',
    '<a data-roving="a" data-unread="true">general</a>',
    '<a data-roving="a" data-unread="true" data-muted="true" aria-label="a (non lu, en sourdine)"></a>',
  ],
  [
    'does not look like what it says',
    '<button type="button" class="_member_a _away_a">a<i data-status="online"></i></button>',
    '<button type="button" class="_member_a _away_a">a<i data-status="offline"></i></button>',
  ],
  [
    'does not look like what it says',
    '<button type="button" aria-label="Suivre ce fil" class="_active_a"></button>',
    '<button type="button" aria-label="Ne plus suivre ce fil" class="_active_a"></button>',
  ],
  [
    'does not look like what it says',
    '<article class="_card_a">2 non lues</article>',
    '<article class="_card_a" data-unread="true">2 non lues</article><article>2 non lues</article>',
  ],
  [
    'does not look like what it says',
    '<ul><li data-status="handled"><b>Nouveau</b></li></ul>',
    '<ul><li data-status="new"><b>Nouveau</b></li><li data-status="handled"><b>Traité</b></li></ul>',
  ],
  [
    'does not look like what it says',
    '<table><tr data-expired="true"><td>Active</td></tr></table>',
    '<table><tr data-expired="true"><td>Expirée</td></tr></table>',
  ],
  [
    'does not look like what it says',
    '<table><tr><td>2/2</td></tr></table>',
    '<table><tr><td data-full="true">2/2</td><td>1/2</td></tr></table>',
  ],
  [
    'does not look like what it says',
    '<figure class="_message_a"><b>a</b><ul><li>b</li></ul></figure>',
    '<figure class="_message_a"><b class="_pointed_a">a</b><ul><li>b</li></ul></figure>',
  ],
  [
    'has the sign of another visibility',
    '<p><i data-visibility="public"></i>direction (Privé)</p>',
    '<p><i data-visibility="private"></i>direction (Privé)</p>',
  ],
  [
    'has a main button that does not look so, or another that does',
    '<p role="dialog" title="a"><i class="footer"><button type="button" class="primary">Annuler</button><button type="submit" class="primary">Créer</button></i></p>',
    '<p role="dialog" title="a"><i class="footer"><button type="button" class="secondary">Annuler</button><button type="submit" class="primary">Créer</button></i></p>',
  ],
  [
    'takes something away, and does not look so',
    '<button type="button" class="ghost">Supprimer le rôle</button>',
    '<button type="button" class="danger-ghost">Supprimer le rôle</button>',
  ],
])('A page has a rule against what %s', (says, bad, good) => {
  expect([wrong(bad), wrong(good)]).toEqual([[says], []]);
});

test('What takes something away is confirmed by no Enter', () => {
  const confirmLabel = 'Oui, supprimer';
  expect([{ confirmLabel }, { confirmLabel, danger: true }, { confirmLabel: 'Rejoindre' }].map(isTooEasy)).toEqual([
    ...[true, false, false],
  ]);
});
