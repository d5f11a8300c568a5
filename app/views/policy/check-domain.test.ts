import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDomain } from './check-domain'
import type { DomainRefusal } from './check-domain'

describe('checkDomain', () => {
  it.each([
    ['https://cdn.example.com', 'cdn.example.com'],
    ['cdn.example.com', 'cdn.example.com'],
    ['HTTPS://CDN.Example.com/', 'cdn.example.com'],
    ['https://*.example.com', '*.example.com'],
    ['https://example.com:443', 'example.com'],
    ['https://example.com:8443', 'example.com:8443'],
    ['localhost:3000', 'localhost:3000'],
    ['https://127.0.0.1:8080', '127.0.0.1:8080'],
    ['https://unpkg.com/three/build/', 'unpkg.com'],
    ['https://müller.example', 'xn--mller-kva.example'],
    ['https://2130706433', '127.0.0.1']
  ])('accepts %s as %s', (text, host) => {
    expect(checkDomain(text)).toEqual({ type: 'host', host })
  })

  it.each<[DomainRefusal, string]>([
    ['characters', "https://example.com; script-src 'unsafe-eval'"],
    ['characters', 'https://example.com;report-uri https://evil.example'],
    ['characters', "'unsafe-eval'"],
    ['characters', '"example.com"'],
    ['characters', 'https://example.com\r\nSet-Cookie: a=b'],
    ['characters', 'https://example.com\n'],
    ['characters', 'https://a.example https://b.example'],
    ['characters', 'https://a.example,https://b.example'],
    ['characters', 'https://user@example.com'],
    ['characters', 'https://example.com?x'],
    ['characters', 'https://example.com#x'],
    ['characters', 'https://exa\u0000mple.com'],
    ['characters', 'https://exa\u200bmple.com'],
    ['characters', 'https://example.com\u00a0'],
    ['characters', '<script>'],
    ['scheme', 'data:'],
    ['scheme', 'blob:'],
    ['scheme', 'http:'],
    ['scheme', 'filesystem:'],
    ['scheme', 'http://example.com'],
    ['scheme', 'ws://example.com'],
    ['scheme', 'parley-view://other'],
    ['scheme', 'file:///etc/passwd'],
    ['web-socket', 'wss://realtime.example.com'],
    ['web-socket', 'wss:'],
    ['too-broad', '*'],
    ['too-broad', 'https:'],
    ['too-broad', 'https://'],
    ['too-broad', 'https://*'],
    ['too-broad', 'https://*:*'],
    ['too-broad', '*.com'],
    ['too-broad', '*.*'],
    ['too-broad', '*.127.0.0.1'],
    ['malformed', ''],
    ['malformed', 'https://example.com:99999'],
    ['malformed', 'https://a.*.example.com'],
    ['malformed', 'https://[::1]:3000'],
    ['malformed', 'https://a..example.com'],
    ['malformed', 'javascript:alert'],
    ['malformed', `https://${'a'.repeat(400)}.example`]
  ])('refuses because of %s: %j', (reason, text) => {
    expect(checkDomain(text)).toEqual({ type: 'refused', reason })
  })

  it('never accepts a character that has a meaning in the header', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.webUrl()), (text) => {
        const checked = checkDomain(text)
        if (checked.type === 'host') expect(checked.host).toMatch(/^(?:\*\.)?[a-z\d._-]+(?::\d+)?$/u)
      })
    )
  })
})
