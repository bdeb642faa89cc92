import { describe, expect, it } from 'vitest';
import { githubLink, linkedinLink } from './profile-links.ts';

describe('a LinkedIn link', () => {
  it.each([
    ['https://www.linkedin.com/in/camille-riou', 'https://www.linkedin.com/in/camille-riou'],
    ['https://fr.linkedin.com/in/camille_riou_42/', 'https://fr.linkedin.com/in/camille_riou_42'],
    ['  linkedin.com/in/Camille  ', 'https://linkedin.com/in/Camille'],
    ['http://WWW.LinkedIn.com/in/camille', 'https://www.linkedin.com/in/camille'],
    [`https://linkedin.com/in/${'a'.repeat(100)}`, `https://linkedin.com/in/${'a'.repeat(100)}`],
  ])('linkedinLink of « %s » is %s', (typed, kept) => {
    expect(linkedinLink(typed)).toBe(kept);
  });

  it.each([
    'https://www.linkedin.com/in/abcd',
    `https://www.linkedin.com/in/${'a'.repeat(101)}`,
    'https://www.linkedin.com/company/palabre',
    'https://www.linkedin.com/in/camille/details',
    'https://www.linkedin.com/in/camille?x=1',
    'https://linkedin.com.exemple.fr/in/camille',
    'https://evil-linkedin.com/in/camille',
    'https://exemple.fr/linkedin.com/in/camille',
    'https://a@linkedin.com/in/camille',
    'javascript:alert(1)//linkedin.com/in/camille',
    'https://www.linkedin.com/in/camille\nx',
    '',
  ])('linkedinLink refuses « %s »', typed => {
    expect(linkedinLink(typed)).toBeNull();
  });
});

describe('a GitHub link', () => {
  it.each([
    ['https://github.com/camille-riou', 'https://github.com/camille-riou'],
    ['github.com/c/', 'https://github.com/c'],
    ['http://www.github.com/Camille_1', 'https://www.github.com/Camille_1'],
  ])('githubLink of « %s » is %s', (typed, kept) => {
    expect(githubLink(typed)).toBe(kept);
  });

  it.each([
    'https://github.com/',
    'https://github.com/camille/palabre',
    'https://gist.github.com/camille',
    'https://github.com.exemple.fr/camille',
    'https://mygithub.com/camille',
    'https://github.com/cam ille',
    '',
  ])('githubLink refuses « %s »', typed => {
    expect(githubLink(typed)).toBeNull();
  });
});
