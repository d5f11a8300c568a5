/**
 * The host of an address where every program reads the same one out of it. User names, backslashes, odd numbers and
 * letters that turn into others are ways to make two programs disagree: such an address has no host here.
 */
import { domainToASCII } from 'node:url'

const schemes = /^(?:https?|wss?):$/

/** Host in its `xn--` form and port where it is not the usual one; null where there is any doubt. */
export function plainHostOf(text: string): string | null {
  const written = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(text)?.[1]
  // Escapes and the full stops of other alphabets are undone by some programs only.
  if (written === undefined || /[\s@%\u3002\uff0e\uff61]/.test(written)) return null
  if (/[\p{Cc}\p{Cf}\\]/u.test(text) || !URL.canParse(text)) return null
  const { protocol, host } = new URL(text)
  if (!schemes.test(protocol) || host === '') return null
  return isWrittenAs(written, host, protocol) ? withoutLastDot(host) : null
}

/** Whether the text names the host itself, not something that is turned into it. */
function isWrittenAs(written: string, host: string, protocol: string): boolean {
  const [name, port] = splitPort(written)
  if (name.normalize('NFKC') !== name.normalize('NFC')) return false
  const usual = protocol === 'https:' || protocol === 'wss:' ? '443' : '80'
  const plainName = name.startsWith('[') ? name.toLowerCase() : domainToASCII(name)
  const isNumberPlain = !/^[\d.]+$/.test(plainName) || plainName === name
  const plain = port === undefined || port === usual ? plainName : `${plainName}:${port}`
  return plainName !== '' && isNumberPlain && plain === host
}

function splitPort(written: string): readonly [string, string | undefined] {
  const match = /^(\[[^\]]*\]|[^[\]:]*)(?::(\d+))?$/.exec(written)
  return [match?.[1] ?? '', match?.[2]]
}

function withoutLastDot(host: string): string {
  return host.replace(/\.(?=$|:)/, '')
}
