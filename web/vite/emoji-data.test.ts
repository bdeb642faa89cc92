import { describe, expect, it } from 'vitest';
import { emojiIn } from './emoji-data.ts';

const meant = (language: 'fr' | 'en', name: string) =>
  emojiIn(language).filter(({ shortcodes }) => shortcodes?.includes(name));

describe('the emoji that are offered', () => {
  it('emojiIn offers only emoji and skin tones that the font draws', () => {
    const all = emojiIn('fr');
    const versions = all.flatMap(({ version, skins = [] }) => [version, ...skins.map(skin => skin.version)]);
    expect([all.length > 1_800, Math.max(...versions)]).toEqual([true, 15.1]);
  });
});

describe('the names of emoji', () => {
  it.each(['fr', 'en'] as const)(
    'emojiIn gives names in both languages, each name for one emoji, in the data in %s',
    language => {
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
    },
  );

  it('emojiIn gives a name the meaning of its language, if the other language has another meaning', () => {
    expect(meant('fr', 'ok')[0]?.emoji).toBe('👌');
    expect(meant('en', 'ok')[0]?.emoji).toBe('🆗');
  });

  it('emojiIn puts names of its language first, and gives words with and without accents', () => {
    const [french] = meant('fr', 'heart');
    const [english] = meant('en', 'heart');
    expect([french?.shortcodes?.[0], english?.shortcodes?.[0]]).toEqual(['coeur_rouge', 'heart']);
    expect(meant('en', 'etoile')[0]?.tags).toEqual(expect.arrayContaining(['étoile', 'etoile']));
  });
});
