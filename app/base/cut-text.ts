/** Text of servers that is too long to be shown, stored or sent on whole, cut with a mark that says so. */

export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  // Half a surrogate pair at the end would be no text any more.
  const kept = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')
  return `${kept}… [${text.length - kept.length} more characters left out]`
}
