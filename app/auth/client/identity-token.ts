/**
 * Claims of an identity token. It comes directly from its issuer over an encrypted connection, which replaces checking
 * its signature. Pure. @spec OpenID Connect Core 1.0#section-3.1.3.7
 */

export type Claims = Readonly<Record<string, unknown>>

const longestToken = 65_536
const longestName = 200

/** Null for text that isn't such a token. */
export function readClaims(idToken: string): Claims | null {
  try {
    const parts = idToken.split('.')
    if (parts.length !== 3 || idToken.length > longestToken) return null
    const claims: unknown = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString('utf8'))
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? (claims as Claims) : null
  } catch {
    return null // the caller interprets it
  }
}

/** The user's name, for display. */
export function readName(claims: Claims): string | null {
  const names = [claims['email'], claims['preferred_username'], claims['name'], claims['sub']]
  const name = names.find((each) => typeof each === 'string' && each !== '')
  return typeof name === 'string' ? name.slice(0, longestName) : null
}
