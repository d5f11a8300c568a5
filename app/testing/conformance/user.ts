/** Acts as a user who approves every sign-in, and as their browser. Parley does the sign-in itself. */
import { randomUUID } from 'node:crypto'
import { toEnglish } from '../../texts/render-localized'
import { createAccounts } from '../../auth/accounts/account-registry'
import type { SignInTarget } from '../../auth/interface'
import { HostError } from '../../base/host-error'
import { silentLogger } from '../../base/logger'
import type { ConnectionInfo, McpGateway, RemoteLaunch, ServerLaunch } from '../../mcp/interface'
import { translateToEnglish } from '../in-english'

/** An authorization server may be replaced by another one during the sign-in. */
const mostSignIns = 3

export interface ConformanceUser {
  /** Like the host: connects, signs in if required, and connects again. */
  connect(launch: Extract<ServerLaunch, RemoteLaunch>): Promise<ConnectionInfo>
  dispose(): void
}

export function createConformanceUser(
  gateway: McpGateway,
  target: SignInTarget,
  report: (text: string) => void
): ConformanceUser {
  const kept = new Map<string, string>()
  const accounts = createAccounts({
    mcp: gateway,
    consent: {
      ask: {
        'sign-in': ({ places, reason }) => {
          const [place] = places
          report(`asked: ${[reason, place?.doubt].map(translateToEnglish).join(' ')}`)
          if (place === undefined) return Promise.resolve({ type: 'cancelled' })
          return Promise.resolve({ type: 'agreed', issuer: place.issuer, client: null, acceptsDoubt: true })
        }
      }
    },
    secrets: {
      read: async (name) => kept.get(name) ?? null,
      write: async (name, value) => void kept.set(name, value),
      remove: async (name) => void kept.delete(name)
    },
    secretRegistry: { add: () => {}, redactDeep: (text) => text },
    findTarget: () => Promise.resolve(target),
    appLinks: { scheme: null, onLink: () => () => {} },
    watchFetch: (_serverName, send) => send,
    openLink: async (url) => {
      const page = await fetch(url)
      await page.text()
    },
    alert: (news) => report(toEnglish(news)),
    newId: randomUUID,
    now: Date.now,
    log: silentLogger
  })
  const { serverName, url } = target
  return {
    connect: async (launch) => {
      await accounts.apply([serverName])
      for (let count = 1; ; count += 1) {
        const ended = new Promise<void>((resolve, reject) => {
          accounts.onSignedIn(() => resolve())
          accounts.onChange(([account]) => {
            const reason = account?.reason == null ? '' : toEnglish(account.reason)
            if (account?.state === 'needs-sign-in' && reason.includes('stopped')) reject(new Error(reason))
          })
        })
        ended.catch(() => {}) // received below, where the connection needs it
        try {
          return await gateway.clients.connect({
            ...launch,
            access: await accounts.accessFor(serverName, url)
          })
        } catch (error) {
          if (!(error instanceof HostError) || error.code !== 'SERVER_NEEDS_SIGN_IN' || count > mostSignIns)
            throw error
        }
        await ended
      }
    },
    dispose: accounts.dispose
  }
}
