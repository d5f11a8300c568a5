/**
 * Messages of the system in English, with the rest of the language unchanged: Parley parses the paths of blocked files
 * from error messages, and it knows the English ones. Variables that the entry sets are kept. Pure.
 */

/** Everything that LC_ALL includes, except the messages. */
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
