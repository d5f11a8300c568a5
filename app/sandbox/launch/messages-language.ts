/**
 * Messages of the system in English, and everything else of the language as it was: what a program prints of a file that was
 * refused is read for the path, and it is read in English. What the entry says itself stays. Pure.
 */

/** All that LC_ALL stands for, but the messages. */
const others = [
  'LC_CTYPE',
  'LC_COLLATE',
  'LC_NUMERIC',
  'LC_TIME',
  'LC_MONETARY',
  'LC_PAPER',
  'LC_MEASUREMENT'
]

export function setEnglishMessages(
  environment: Readonly<Record<string, string>>,
  ownNames: readonly string[] = []
): Readonly<Record<string, string>> {
  if (ownNames.some((name) => /^(?:LC_ALL|LC_MESSAGES|LANGUAGE|LANG)$/.test(name))) return environment
  const { LC_ALL: all = '', LANGUAGE: _language, ...rest } = environment
  const spelled = all === '' ? {} : Object.fromEntries([...others, 'LANG'].map((name) => [name, all]))
  return { ...rest, ...spelled, LC_MESSAGES: 'C' }
}
