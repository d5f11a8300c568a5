import { describe, expect, it } from 'vitest'
import { judgeLink } from './judge-link'

describe('an address that a server wants opened', () => {
  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,<script>1</script>',
    'vscode://x',
    'mailto:a@example.com',
    'view-source:https://example.com',
    'example.com',
    '$(reboot)',
    '',
    `https://example.com/${'a'.repeat(9_000)}`
  ])('is not opened: %s', (text) => {
    expect(judgeLink(text)).toMatchObject({ url: text, host: null, warnings: [expect.any(String)] })
  })

  it('ELIC-24: has its host set apart as it is looked up, and nothing to warn of when it is plain', () => {
    expect(judgeLink('https://login.example.com/sign?x=1#y')).toEqual({
      url: 'https://login.example.com/sign?x=1#y',
      host: 'login.example.com',
      warnings: []
    })
    expect(judgeLink('https://good.example\\@evil.example/').host).toBe('good.example')
    expect(judgeLink('https://good.example@evil.example/').host).toBe('evil.example')
  })

  it.each([
    ['http://example.com/', /not encrypted/],
    ['https://paypal.com@evil.example/', /before the “@”/],
    ['https://example.com:8443/', /unusual port, 8443/],
    ['http://127.0.0.1:3000/', /on this computer/],
    ['http://2130706433/', /on this computer/],
    ['http://[::ffff:127.0.0.1]/', /on this computer/],
    ['https://app.localhost./', /on this computer/],
    ['http://0.0.0.0/', /on this computer/],
    ['https://192.168.1.1/', /your own network/],
    ['https://0xa9fea9fe/latest/meta-data', /your own network/],
    ['https://[fe80::1]/', /your own network/],
    ['https://router/', /your own network/],
    ['https://nas.local/', /your own network/],
    ['https://93.184.216.34/', /by number/],
    ['https://раураl.com/', /“раураl.com” and looked up as “xn--[a-z0-9-]+.com”: it mixes/],
    ['https://xn--80ak6aa92e.com/', /“аррӏе.com”.*may look like others/],
    ['https://bücher.example/', /“bücher.example”/],
    [`https://example.com/?q=${'a'.repeat(3_000)}`, /very long/]
  ])('has a warning: %s', (text, warning) => {
    const { host, warnings } = judgeLink(text)
    expect(host).not.toBeNull()
    expect(warnings.join(' ')).toMatch(warning)
  })

  it('does not call every host odd', () => {
    expect(judgeLink('https://172.15.0.1/').warnings.join()).not.toMatch(/own network/)
    expect(judgeLink('https://internal.example.com/').warnings).toEqual([])
    expect(judgeLink('https://example.com:443/').warnings).toEqual([])
    expect(judgeLink('https://bücher.example/').warnings.join()).not.toMatch(/mixes/)
  })
})
