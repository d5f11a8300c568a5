/** @spec RFC 6749#section-2.3.1 */
export function basicCredentials(id: string, secret: string): string {
  const words = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`
  return `Basic ${Buffer.from(words).toString('base64')}`
}
