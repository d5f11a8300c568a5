/**
 * Sign-in with a user name and a password, for servers that support nothing else. They are kept as one secret of the
 * server and sent only to its address, which is encrypted or on this computer.
 *
 * @spec RFC 7617
 */
import { say } from '../../texts/render-localized'
import { signInFailed } from '../discovery/failures'
import type { SignInOptions, SignInOutcome } from './sign-in-options'
import { warn } from '../../texts/warn'

/** Null: the user declined. @throws HostError SIGN_IN_FAILED; the signal's reason */
export async function signInByPassword(options: SignInOptions, url: URL): Promise<SignInOutcome | null> {
  const { target, challenge, record, reason, consent, signal, hide, onAsked } = options
  onAsked()
  const decision = await consent.ask['sign-in'](
    {
      serverName: target.serverName,
      serverUrl: url.href,
      reason,
      places: [
        {
          issuer: url.origin,
          host: url.host,
          address: url.origin + url.pathname,
          warnings: /(?:^|\.)xn--/.test(url.hostname) ? [warn('auth.lookAlike')] : [],
          needsClient: true,
          doubt: null,
          password: { realm: challenge?.realm ?? null }
        }
      ],
      scopes: [],
      addedScopes: [],
      account: record.session?.name ?? record.name ?? null
    },
    signal
  )
  signal.throwIfAborted()
  if (decision.type !== 'agreed' || decision.client === null) return null
  const { id: user, secret: password = '' } = decision.client
  // The first colon separates the two.
  if (user.includes(':')) throw signInFailed(say('auth.userNameColon'))
  const token = Buffer.from(`${user}:${password}`).toString('base64')
  hide(password)
  hide(token)
  const session = {
    place: { issuer: url.origin, url: url.href, metadata: null },
    serverUrl: url.href,
    resource: null,
    accessToken: token,
    refreshToken: null,
    expiresAt: null,
    renewAt: null,
    requestedScopes: [],
    scopes: [],
    name: user,
    proofKey: null,
    scheme: 'basic' as const
  }
  return { session, client: null, identity: null }
}
