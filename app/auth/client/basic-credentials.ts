/** @spec RFC 6749#section-2.3.1 */
export function basicCredentials(id: string, secret: string): string {
  const text = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`
  return `Basic ${Buffer.from(text).toString('base64')}`
}
