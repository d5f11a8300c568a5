/** Whether an address may be a destination: encrypted, or on this computer. Used for settings and policies. */
import { canParseUrl } from '../base/can-parse-url'
import type { LocalizedText } from '../contract/localized-text'
import { say } from '../texts/render-localized'
import { isLoopbackHost } from './address-location'

export type AddressProblem = 'blank' | 'invalid' | 'hasUser' | 'notEncrypted' | 'otherKind'

/** Null: no problem. */
export function findAddressProblem(text: string): AddressProblem | null {
  if (/[\s\p{Cc}]/u.test(text)) return 'blank'
  if (!canParseUrl(text)) return 'invalid'
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return 'hasUser'
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))) return null
  return protocol === 'http:' ? 'notEncrypted' : 'otherKind'
}

/** The message for a collector. Doesn't repeat the address, which may contain a password. */
export function checkCollectorAddress(text: string): LocalizedText | null {
  switch (findAddressProblem(text)) {
    case null:
      return null
    case 'blank':
      return say('collector.blank')
    case 'invalid':
      return say('collector.invalid')
    case 'hasUser':
      return say('collector.hasUser', { example: '${secret:NAME}' })
    case 'notEncrypted':
      return say('collector.notEncrypted')
    case 'otherKind':
      return say('collector.otherKind', { protocol: new URL(text).protocol.slice(0, -1) })
  }
}
