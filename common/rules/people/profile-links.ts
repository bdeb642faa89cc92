/**
 * Patterns of profile links: any subdomain of LinkedIn, and only letters, digits, `_` and `-` in the path, so that a link
 * leads to a profile only.
 */
const linkedin = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)*linkedin\.com)(\/in\/[a-z0-9_-]{5,100})\/?$/i;
const github = /^(?:https?:\/\/)?((?:www\.)?github\.com)(\/[a-z0-9_-]{1,100})\/?$/i;

const written = (pattern: RegExp, text: string): string | null => {
  const [, host, path] = pattern.exec(text.trim()) ?? [];
  return host && path ? `https://${host.toLowerCase()}${path}` : null;
};

/** Normalises a typed LinkedIn profile link; null if it is none. */
export const linkedinLink = (text: string): string | null => written(linkedin, text);

/** Normalises a typed GitHub profile link; null if it is none. */
export const githubLink = (text: string): string | null => written(github, text);
