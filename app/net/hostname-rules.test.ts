import { describe, expect, it } from 'vitest'
import { isListed, isListedExactly, lineFor, readHostRule, readTarget, targetText } from './hostname-rules'

const rules = (...lines: string[]) => lines.map((line) => readHostRule(line)).filter((rule) => rule !== null)
const target = (host: string, port: number) => {
  const read = readTarget(host, port)
  if (read === null) throw new Error(`${host}:${port} is no target`)
  return read
}
const passes = (lines: readonly string[], host: string, port = 443) =>
  isListed(rules(...lines), target(host, port))

describe('lines of `containment.hosts`', () => {
  it.each([
    '',
    '*',
    '*.com',
    '*.1.2.3.4',
    'a b',
    'http://a.example',
    'a.example/x',
    'u@a.example',
    'a*.example'
  ])('does not accept %j as a host', (line) => expect(readHostRule(line)).toBeNull())

  it.each(['a.example:0', 'a.example:65536', 'a.example:x', '[::1', 'a..example'])(
    'does not accept %j',
    (line) => expect(readHostRule(line)).toBeNull()
  )

  it('allows a host at the ports of the web, and a host with a port only at that port', () => {
    expect(passes(['api.example'], 'api.example')).toBe(true)
    expect(passes(['api.example'], 'api.example', 80)).toBe(true)
    expect(passes(['api.example'], 'api.example', 22)).toBe(false)
    expect(passes(['api.example:22'], 'api.example', 22)).toBe(true)
    expect(passes(['api.example:22'], 'api.example')).toBe(false)
    expect(passes(['api.example'], 'other.api.example')).toBe(false)
  })

  it('allows all names below a host, but not the host itself or names with only the same ending', () => {
    expect(passes(['*.api.example'], 'eu.api.example')).toBe(true)
    expect(passes(['*.api.example'], 'a.eu.api.example')).toBe(true)
    expect(passes(['*.api.example'], 'api.example')).toBe(false)
    expect(passes(['*.api.example'], 'evilapi.example')).toBe(false)
  })

  it('reads a host in its normalized form from any spelling', () => {
    expect(targetText(target('API.Example.', 443))).toBe('api.example:443')
    expect(targetText(target('bücher.example', 443))).toBe('xn--bcher-kva.example:443')
    expect(targetText(target('0x7f.1', 80))).toBe('127.0.0.1:80')
    expect(targetText(target('2130706433', 80))).toBe('127.0.0.1:80')
    expect(targetText(target('::1', 80))).toBe('[::1]:80')
    expect(readTarget('a.example', 0)).toBeNull()
    expect(readTarget('a b', 80)).toBeNull()
  })

  it.each(['127.0.0.1', 'localhost', '10.0.0.1', '169.254.169.254', 'printer', 'nas.local', '::1'])(
    'allows %s, which is not on the internet, only by a line with exactly its host and port',
    (host) => {
      const exact = targetText(target(host, 443))
      expect(passes([host, '*.local', `${host}:80`], host)).toBe(false)
      expect(passes([exact], host)).toBe(true)
      expect(isListedExactly(rules(exact), target(host, 443))).toBe(true)
    }
  )

  it('keeps the narrowest line that allows the same connection', () => {
    expect(lineFor(target('api.example', 443))).toBe('api.example')
    expect(lineFor(target('api.example', 8443))).toBe('api.example:8443')
    expect(lineFor(target('127.0.0.1', 80))).toBe('127.0.0.1:80')
    expect(lineFor(target('::1', 443))).toBe('[::1]:443')
    for (const each of [target('api.example', 443), target('api.example', 22), target('::1', 443)])
      expect(isListed(rules(lineFor(each)), each)).toBe(true)
  })
})
