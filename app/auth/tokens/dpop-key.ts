/** Keys that tokens are bound to, so that a stolen token is useless without the key. @spec RFC 9449 */
import { DpopSession } from '@modelcontextprotocol/client'

/** A private key (JWK, P-256). A secret. */
export type ProofKey = Record<string, string>

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }

export async function createProofKey(): Promise<ProofKey> {
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const { kty = '', crv = '', x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  return { kty, crv, x, y, d }
}

export async function toProofSession(key: ProofKey): Promise<DpopSession> {
  const { d: _private, ...publicJwk } = key
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', key, algorithm, false, ['sign']),
    crypto.subtle.importKey('jwk', publicJwk, algorithm, true, ['verify'])
  ])
  const keyPair = { privateKey, publicKey, publicJwk, thumbprint: '', alg: 'ES256' as const }
  return await DpopSession.create({ keyPair })
}
