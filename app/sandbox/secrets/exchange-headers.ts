/**
 * Replaces stand-ins in the headers of one request with their secrets, and secrets in the response with stand-ins.
 * Pure.
 */
import type { Pair } from './replacement'
import type { Placeholder } from './placeholders'

export type HeaderLists = Readonly<Record<string, readonly string[]>>

export interface ExchangedHeaders {
  readonly headers: HeaderLists
  /** For the response: what was inserted, and its stand-ins. */
  readonly back: readonly Pair[]
  /** Variables whose stand-in was found in a header that isn't changed. */
  readonly left: readonly string[]
  /** Variables whose secret is sent with the request. */
  readonly used: readonly string[]
}

/** Headers for keys. Not headers that a host stores and shows to others later. */
const ofKeys = /(?:^|[-_])(?:authorization|auth|(?:api)?key|token|secret|password|credentials?)$/i
const ofOthers = /-meta-|^idempotency-|^sec-websocket-/i

export function exchangeHeaders(
  headers: HeaderLists,
  path: string,
  standIns: readonly Placeholder[]
): ExchangedHeaders {
  const used = new Set<string>()
  const remaining = new Set<string>()
  const encoded: [string, string][] = []
  const exchange = (value: string): string =>
    standIns.reduce((text, { name, text: standIn, secret }) => {
      if (!text.includes(standIn)) return text
      used.add(name)
      return text.replaceAll(standIn, () => secret)
    }, value)
  const ofHeader = (value: string): string => {
    const [, scheme = '', credentials = ''] = /^(basic +)([\w+/=-]+)$/i.exec(value) ?? []
    if (scheme === '') return exchange(value)
    const before = Buffer.from(credentials, 'base64').toString('latin1')
    const after = exchange(before)
    if (after === before) return value
    const other = Buffer.from(after, 'latin1').toString('base64')
    encoded.push([other, Buffer.from(before, 'latin1').toString('base64')])
    return scheme + other
  }
  const result = Object.entries(headers).map(([name, values]) => {
    if (ofKeys.test(name) && !ofOthers.test(name)) return [name, values.map(ofHeader)] as const
    for (const { name: variable, text } of standIns)
      if (values.some((value) => value.includes(text))) remaining.add(variable)
    return [name, values] as const
  })
  for (const { name, text } of standIns) if (path.includes(text)) remaining.add(name)
  const plain = standIns.map(({ secret, text }): [string, string] => [secret, text])
  const back = [...plain, ...encoded].map(([from, to]) => ({
    from: Buffer.from(from, 'latin1'),
    to: Buffer.from(to, 'latin1')
  }))
  return { headers: Object.fromEntries(result), back, left: [...remaining], used: [...used] }
}
