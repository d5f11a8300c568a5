import { describe, expect, it } from 'vitest'
import { readMailLink, writeMailLink } from './mail-link'

const rebuilt = (text: string): string | null => {
  const mail = readMailLink(new URL(text))
  return mail === null ? null : writeMailLink(mail)
}

describe('a mailto: address is rebuilt from its named fields', () => {
  it.each([
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['mailto:', 'mailto:'],
    ['MAILTO:a@example.com,b@example.com', 'mailto:a@example.com,b@example.com'],
    ['mailto:a@example.com?to=b@example.com', 'mailto:a@example.com,b@example.com'],
    ['mailto:?CC=c@example.com&bcc=d@example.com', 'mailto:?cc=c@example.com&bcc=d@example.com'],
    ['mailto:a%2Bb@example.com', 'mailto:a%2Bb@example.com'],
    [
      'mailto:a@example.com?subject=Hi%20there&body=One%0ATwo',
      'mailto:a@example.com?subject=Hi%20there&body=One%0D%0ATwo'
    ],
    ['mailto:a@b.example?subject=x&subject=y', 'mailto:a@b.example?subject=x']
  ])('SEC-11-11 %s becomes %s', (text, href) => {
    expect(rebuilt(text)).toBe(href)
  })

  it.each([
    'attach=/etc/passwd',
    'attachment=file:///home/me/.ssh/id_rsa',
    'ATTACH=x',
    'attachFile=x',
    'from=boss@example.com',
    'in-reply-to=1',
    'x-header=1',
    '%61ttach=/etc/passwd'
  ])('without %s', (field) => {
    expect(rebuilt(`mailto:a@example.com?${field}&subject=Hi`)).toBe('mailto:a@example.com?subject=Hi')
  })

  it.each(['%0D%0A', '%0A', '%0D', '%E2%80%A8', '%00', '%7F', '%C2%85'])(
    'no header begins in a subject behind %s',
    (end) => {
      expect(rebuilt(`mailto:a@example.com?subject=Hi${end}Bcc:b@example.com`)).toBe(
        'mailto:a@example.com?subject=Hi%20Bcc%3Ab@example.com'
      )
    }
  )

  it.each([
    'mailto:a@example.com%0D%0ABcc:b@example.com',
    'mailto:a@example.com?cc=b@example.com%0Ac',
    'mailto:-attach%20x@example.com',
    'mailto:a@example.com%27,attachment=%27/etc/passwd',
    'mailto:%22a%22@example.com',
    'mailto:a@example.com;b@example.com',
    'mailto:Safe%20%3Cevil@example.com%3E',
    'mailto:a@example.com?to=nobody',
    'mailto:%E0%A4%A',
    `mailto:${'a@b.example,'.repeat(51)}`
  ])('rejects malformed addresses, and receivers that are no plain address: %s', (text) => {
    expect(rebuilt(text)).toBeNull()
  })

  it('encodes quotes and separators', () => {
    const href = rebuilt(`mailto:a@example.com?body=${encodeURIComponent(`' "&attach=x'(*)!`)}`) ?? ''
    expect(href).toBe('mailto:a@example.com?body=%27%20%22%26attach%3Dx%27%28%2A%29%21')
    expect(rebuilt(href)).toBe(href)
  })
})
