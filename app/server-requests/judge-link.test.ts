import { describe, expect, it } from 'vitest'
import { judgeLink } from './judge-link'
import { toEnglish } from '../texts/render-localized'

describe('an address that a server wants opened', () => {
  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,<script>1</script>',
    'vscode://x',
    'mailto:a@example.com',
    'view-source:https://example.com',
    'example.com',
    'java\nscript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\\\\files.example\\share\\x.exe',
    '-oProxyCommand=calc',
    'https://',
    'https://example.com\u202e/gpj.exe',
    'blob:https://example.com/1',
    'about:blank',
    'ftp://example.com/x',
    'data:text/html,x',
    'smb://files.example/share',
    '$(reboot)',
    '',
    `https://example.com/${'a'.repeat(9_000)}`
  ])('is refused: %s', (text) => {
    expect(judgeLink(text)).toMatchObject({
      url: text,
      host: null,
      warnings: [{ text: expect.stringContaining('links.') as string }]
    })
  })

  it('ELIC-24: shows its host as it is looked up, and no warning for an ordinary address', () => {
    expect(judgeLink('https://login.example.com/sign?x=1#y')).toEqual({
      url: 'https://login.example.com/sign?x=1#y',
      host: 'login.example.com',
      warnings: []
    })
    expect(judgeLink('https://good.example\\@evil.example/').host).toBe('good.example')
    expect(judgeLink('https://good.example@evil.example/').host).toBe('evil.example')
  })

  it.each([
    ['http://example.com/', /isn't encrypted/],
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
    ['http://0x7f.1/', /on this computer.*written “0x7f\.1” but means “127\.0\.0\.1”/],
    ['http://0177.0.0.1:8080/', /on this computer.*written “0177\.0\.0\.1:8080”/],
    ['http://169.254.169.254/latest/meta-data/', /your own network/],
    ['http://[::ffff:10.0.0.1]/', /your own network/],
    ['http://[64:ff9b::a00:1]/', /your own network/],
    ['http://[fd00::1]/', /your own network/],
    ['http://[2001::7f00:1]/', /your own network/],
    ['http://[::10.0.0.1]/', /your own network/],
    ['http://[64:ff9b:1::a00:1]/', /your own network/],
    ['http://224.0.0.1/', /your own network/],
    ['https://127.0.0.1.nip.io/', /back to this computer/],
    ['https://localtest.me/', /back to this computer/],
    ['https://paypa1.com/login', /looks like “paypal\.com”, but it is “paypa1\.com”/],
    ['https://rnicrosoft.com/', /looks like “microsoft\.com”/],
    ['https://githυb.com/', /looks like “github\.com”/],
    ['https://github.com.evil.example/', /looks like “github\.com”, but it is “github\.com\.evil/],
    ['https://accounts-google-com.example/', /looks like “google\.com”/],
    ['https://ex\u200bample.com/', /invisible/],
    ['https://exam\nple.com/', /invisible/],
    ['https://good.example\\@evil.example/', /contains “\\”/],
    ['https:\\\\evil.example/', /contains “\\”/],
    ['https://ex%61mple.com/', /written “ex%61mple\.com” but means “example\.com”/],
    ['https://router/', /your own network/],
    ['https://nas.local/', /your own network/],
    ['https://93.184.216.34/', /IP address/],
    ['https://раураl.com/', /“раураl.com” and looked up as “xn--[a-z0-9-]+.com”. It mixes/],
    ['https://xn--80ak6aa92e.com/', /“аррӏе.com”.*may look like different ones/],
    ['https://bücher.example/', /“bücher.example”/],
    [`https://example.com/?q=${'a'.repeat(3_000)}`, /very long/]
  ])('has a warning: %s', (text, warning) => {
    const { host, warnings } = judgeLink(text)
    expect(host).not.toBeNull()
    expect(warnings.map(toEnglish).join(' ')).toMatch(warning)
  })

  it('does not warn about every host', () => {
    expect(judgeLink('https://172.15.0.1/').warnings.map(toEnglish).join()).not.toMatch(/own network/)
    for (const host of [
      'github.com',
      'login.microsoftonline.com',
      'mygithub.com',
      'office.example',
      'dive.com'
    ])
      expect(judgeLink(`https://${host}/a?b=github.com&c=%0a`).warnings).toEqual([])
    expect(judgeLink('https://internal.example.com/').warnings).toEqual([])
    expect(judgeLink('https://example.com:443/').warnings).toEqual([])
    expect(judgeLink('https://bücher.example/').warnings.map(toEnglish).join()).not.toMatch(/mixes/)
  })
})
