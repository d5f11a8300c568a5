/**
 * Hosts at which many people sign in, and names that look like them without being them. A short list of the most
 * imitated ones: what is not on it is judged by its letters alone, in `judge-link.ts`. Pure.
 */
import { createSkeleton } from '../base/skeleton'

const known =
  'google.com gmail.com youtube.com github.com gitlab.com bitbucket.org microsoft.com microsoftonline.com live.com outlook.com office.com apple.com icloud.com amazon.com paypal.com facebook.com instagram.com whatsapp.com linkedin.com anthropic.com claude.ai openai.com slack.com notion.so atlassian.com dropbox.com stripe.com cloudflare.com okta.com auth0.com figma.com linear.app sentry.io discord.com zoom.us salesforce.com netflix.com steamcommunity.com coinbase.com binance.com modelcontextprotocol.io'.split(
    ' '
  )
const bySkeleton = new Map(known.map((host) => [lookOf(host), host]))

/** The known host that a host as it is read looks like; null when it looks like none, or is one. */
export function imitatedHost(written: string): string | null {
  const labels = written.replace(/\.$/, '').toLowerCase().split('.')
  const own = labels.slice(-2).join('.')
  if (known.includes(own)) return null
  const looksLike = bySkeleton.get(lookOf(own))
  if (looksLike !== undefined) return looksLike
  // `github.com.evil.example`, `login-github-com.evil.example`
  const before = `-${labels.slice(0, -1).join('-')}-`
  return known.find((host) => before.includes(`-${host.replaceAll('.', '-')}-`)) ?? null
}

/** Pairs of letters that run together to the eye. */
function lookOf(host: string): string {
  return createSkeleton(host).replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd')
}
