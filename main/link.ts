/** The only addresses that may be passed to the system's programs: three kinds, parsed and serialized again. */
import { canParseUrl } from '../app/base/can-parse-url'
import { say } from '../app/texts/render-localized'
import { HostError } from '../app/base/host-error'
import { readMailLink, writeMailLink } from '../app/contract/approval/mail-link'

const allowedProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/**
 * The address that is passed to the system: never the original text, always the parsed one.
 * @throws HostError LINK_REFUSED
 */
export function checkLink(text: string): string {
  const url = canParseUrl(text) ? new URL(text) : null
  if (url === null || !allowedProtocols.has(url.protocol)) {
    throw new HostError('LINK_REFUSED', say('links.onlyWebAndMail'))
  }
  if (url.protocol !== 'mailto:') return url.href
  const mail = readMailLink(url)
  if (mail === null) throw new HostError('LINK_REFUSED', say('links.mailUnclear'))
  return writeMailLink(mail)
}
