/**
 * Whether `new URL` takes the text. In place of `URL.canParse`: that of Node 20, once it is called often, says no to every
 * address with a letter such as `ü`, because its quick way reads Latin-1 as UTF-8.
 */
export function canParseUrl(text: string, base?: string): boolean {
  try {
    return new URL(text, base).href !== ''
  } catch {
    return false
  }
}
