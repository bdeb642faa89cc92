/** Any subdomain, letters, digits, `_` and `-` only: what is written after it would lead elsewhere. */
const linkedin = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)*linkedin\.com)(\/in\/[a-z0-9_-]{5,100})\/?$/i;
const github = /^(?:https?:\/\/)?((?:www\.)?github\.com)(\/[a-z0-9_-]{1,100})\/?$/i;

const written = (pattern: RegExp, text: string): string | null => {
  const [, host, path] = pattern.exec(text.trim()) ?? [];
  return host && path ? `https://${host.toLowerCase()}${path}` : null;
};

/** A LinkedIn profile's address as it is kept, however it was typed; null when it is none. */
export const linkedinLink = (text: string): string | null => written(linkedin, text);

/** The same of GitHub. */
export const githubLink = (text: string): string | null => written(github, text);
