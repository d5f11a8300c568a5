/**
 * Whether `new URL` accepts the text. Replaces `URL.canParse`: in Node.js 20, after many calls, that returns false for
 * every address with a letter such as `ü`, because its fast path reads Latin-1 as UTF-8.
 */
export function canParseUrl(text: string, base?: string): boolean {
  try {
    return new URL(text, base).href !== ''
  } catch {
    return false
  }
}
