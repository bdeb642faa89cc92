import { describe, expect, it } from 'vitest';
import { emojiIn } from './emoji-data.ts';

const meant = (language: 'fr' | 'en', name: string) =>
  emojiIn(language).filter(({ shortcodes }) => shortcodes?.includes(name));

describe('the emoji that are offered', () => {
  it('are those that the font draws, in the colours of skin that it draws', () => {
    const all = emojiIn('fr');
    const versions = all.flatMap(({ version, skins = [] }) => [version, ...skins.map(skin => skin.version)]);
    expect([all.length > 1_800, Math.max(...versions)]).toEqual([true, 15.1]);
  });
});

describe('the names of emoji', () => {
  it.each(['fr', 'en'] as const)('are of both languages, each of one emoji, in the data in %s', language => {
    const all = emojiIn(language);
    for (const [name, emoji] of Object.entries({
      tada: '🎉',
      '+1': '👍',
      heart: '❤️',
      feu: '🔥',
      coeur: '❤️',
      fete: '🎉',
    })) {
      const found = all.filter(({ shortcodes }) => shortcodes?.includes(name));
      expect(found.map(one => one.emoji.replace('\uFE0F', ''))).toEqual([emoji.replace('\uFE0F', '')]);
    }
    const names = all.flatMap(({ shortcodes = [] }) => shortcodes);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter(name => !/^[\p{Ll}\p{Lo}\p{N}+_]+$/u.test(name))).toEqual([]);
  });

  it('mean in a language what they mean there, when they mean another thing in the other one', () => {
    expect(meant('fr', 'ok')[0]?.emoji).toBe('👌');
    expect(meant('en', 'ok')[0]?.emoji).toBe('🆗');
  });

  it('stand first in the language of the data, and words are there with and without accents', () => {
    const [french] = meant('fr', 'heart');
    const [english] = meant('en', 'heart');
    expect([french?.shortcodes?.[0], english?.shortcodes?.[0]]).toEqual(['coeur_rouge', 'heart']);
    expect(meant('en', 'etoile')[0]?.tags).toEqual(expect.arrayContaining(['étoile', 'etoile']));
  });
});
