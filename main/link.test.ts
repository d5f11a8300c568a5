import { describe, expect, test } from 'vitest'
import { checkLink } from './link'

describe('addresses that may be opened', () => {
  test.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['HTTP://EXAMPLE.com', 'http://example.com/'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['  https://example.com/\n', 'https://example.com/'],
    ['https://example.com/a b"c', 'https://example.com/a%20b%22c'],
    ['mailto:a@example.com?attach=/etc/passwd&subject=x', 'mailto:a@example.com?subject=x'],
    ['https://exa\nmple.com/', 'https://example.com/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/']
  ])('opens %j as %s', (text, href) => {
    expect(checkLink(text)).toBe(href)
  })

  test.each([
    '',
    'example.com',
    '/etc/passwd',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'app://parley/index.html',
    'vscode://x',
    'mailto:a@example.com%0ABcc:b@example.com',
    'ms-msdt:/id',
    'smb://host/share',
    '\\\\host\\share',
    'https://',
    'view-source:https://example.com'
  ])('refuses %j', (text) => {
    expect(() => checkLink(text)).toThrow(expect.objectContaining({ code: 'LINK_REFUSED' }))
  })
})
