/** Whether an address may be where the ledger goes: encrypted, or on this machine. The same for people and policies. */
import { isLoopbackHost } from './place'

/** What is wrong with it, a sentence; null: nothing. Never repeats the address, it may hold a password. */
export function checkCollectorAddress(text: string): string | null {
  if (/[\s\p{Cc}]/u.test(text)) return 'The address holds a blank or a control character. Remove it.'
  if (!URL.canParse(text))
    return 'This address is not valid. Write one such as "https://collector.example:4318".'
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '')
    return 'The address holds a user name or password. Move it to "headers", such as "Authorization": "${secret:NAME}".'
  if (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))) return null
  if (protocol === 'http:')
    return 'The ledger leaves this computer encrypted only. Write https in place of http.'
  return `Collectors are reached over https, not over ${protocol.slice(0, -1)}. Change the address.`
}
