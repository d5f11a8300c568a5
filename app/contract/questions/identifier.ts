/** Names that need no look of their own. Free of zod, for the page. */

const longest = 64

/** Letters of any script, digits and the signs that programs join words with; no space, and nothing that ends a sentence. */
export function isIdentifier(name: string): boolean {
  return /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_/:-]|\.(?=[\p{L}\p{N}_]))*$/u.test(name) && name.length <= longest
}
