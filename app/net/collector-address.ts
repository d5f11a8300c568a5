/** Whether an address may be where the ledger goes: encrypted, or on this machine. The same for people and policies. */
import type { Said } from '../contract/said'
import { say } from '../texts/said'
import { isLoopbackHost } from './place'

/** What is wrong with it; null: nothing. Never repeats the address, it may hold a password. */
export function checkCollectorAddress(text: string): Said | null {
  if (/[\s\p{Cc}]/u.test(text)) return say('collector.blank')
  if (!URL.canParse(text)) return say('collector.invalid')
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return say('collector.hasUser', { example: '${secret:NAME}' })
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))) return null
  if (protocol === 'http:') return say('collector.notEncrypted')
  return say('collector.otherKind', { protocol: protocol.slice(0, -1) })
}
