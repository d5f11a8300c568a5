/**
 * Identifies clients: every start of a server has its own credentials, a name and a password that only its environment
 * contains. Compared in constant time.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export interface ProxyCredential {
  readonly user: string
  readonly word: string
}

export interface ProxyCredentials<T> {
  issue(holder: T): ProxyCredential
  revoke(pass: ProxyCredential): void
  /** The owner of the credentials in `Proxy-Authorization`; null: none. */
  holderOf(header: string | undefined): T | null
}

export function createProxyCredentials<T>(): ProxyCredentials<T> {
  const held = new Map<string, { readonly digest: Buffer; readonly holder: T }>()
  return {
    issue: (holder) => {
      const pass = { user: randomBytes(9).toString('hex'), word: randomBytes(24).toString('hex') }
      held.set(pass.user, { digest: getDigest(pass.word), holder })
      return pass
    },
    revoke: ({ user }) => void held.delete(user),
    holderOf: (header = '') => {
      const [, encoded] = /^basic +([\w+/=-]{1,400})$/i.exec(header.trim()) ?? []
      if (encoded === undefined) return null
      const [user = '', word = ''] = Buffer.from(encoded, 'base64').toString('latin1').split(':')
      const found = held.get(user)
      const isRight = timingSafeEqual(found?.digest ?? nobody, getDigest(word))
      return found !== undefined && isRight ? found.holder : null
    }
  }
}

const nobody = randomBytes(32)

function getDigest(word: string): Buffer {
  return createHash('sha256').update(word).digest()
}
