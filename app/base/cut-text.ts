/** Shortens text of servers that is too long to show, store or send, and marks the cut. */

export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text
  // Half a surrogate pair at the end would be invalid text.
  const kept = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')
  return `${kept}… [${text.length - kept.length} more characters left out]`
}
