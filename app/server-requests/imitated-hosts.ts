/**
 * Well-known sign-in hosts, and names that imitate them. A short list of the most imitated ones. `judge-link.ts` checks
 * the letters of all others. Pure.
 */
import { createSkeleton } from '../base/skeleton'

const known =
  'google.com gmail.com youtube.com github.com gitlab.com bitbucket.org microsoft.com microsoftonline.com live.com outlook.com office.com apple.com icloud.com amazon.com paypal.com facebook.com instagram.com whatsapp.com linkedin.com anthropic.com claude.ai openai.com slack.com notion.so atlassian.com dropbox.com stripe.com cloudflare.com okta.com auth0.com figma.com linear.app sentry.io discord.com zoom.us salesforce.com netflix.com steamcommunity.com coinbase.com binance.com modelcontextprotocol.io'.split(
    ' '
  )
const bySkeleton = new Map(known.map((host) => [lookOf(host), host]))

/** The known host that the displayed host imitates; null if it imitates none or is one. */
export function findImitatedHost(written: string): string | null {
  const labels = written.replace(/\.$/, '').toLowerCase().split('.')
  const own = labels.slice(-2).join('.')
  if (known.includes(own)) return null
  const looksLike = bySkeleton.get(lookOf(own))
  if (looksLike !== undefined) return looksLike
  // `github.com.evil.example`, `login-github-com.evil.example`
  const before = `-${labels.slice(0, -1).join('-')}-`
  return known.find((host) => before.includes(`-${host.replaceAll('.', '-')}-`)) ?? null
}

/** Pairs of letters that look like one. */
function lookOf(host: string): string {
  return createSkeleton(host).replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd')
}
