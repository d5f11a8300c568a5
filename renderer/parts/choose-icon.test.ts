import { expect, test } from 'vitest'
import { chooseIcon } from './choose-icon'
import type { IconCandidate } from './choose-icon'

const icon = (
  src: string,
  sizes: readonly string[] = [],
  theme: IconCandidate['theme'] = null
): IconCandidate => ({
  src: `data:image/png;base64,${src}`,
  mimeType: null,
  sizes,
  theme
})
const chosen = (icons: readonly IconCandidate[], place: { theme?: 'light' | 'dark'; size?: number } = {}) =>
  chooseIcon(icons, { ...place, isNetworkAllowed: false })?.src.slice(-1)

test('META-12: prefers the theme over the size, and uses an icon without a theme for both', () => {
  const icons = [icon('l', ['32x32'], 'light'), icon('d', ['16x16'], 'dark'), icon('b', ['32x32'])]
  expect(chosen(icons, { theme: 'dark' })).toBe('d')
  expect(chosen(icons, { theme: 'light' })).toBe('l')
  expect(chosen(icons.slice(1), { theme: 'light' })).toBe('b')
  expect(chosen(icons.slice(0, 1), { theme: 'dark' })).toBe('l')
})

test('META-12: picks the smallest that is large enough on a sharp screen, or a scalable one', () => {
  const icons = [icon('s', ['16x16']), icon('x', ['512x512']), icon('m', ['48x48', '64x64'])]
  expect(chosen(icons, { size: 16 })).toBe('m')
  expect(chosen([...icons, icon('a', ['any'])], { size: 16 })).toBe('a')
  expect(chosen([icon('s', ['16x16']), icon('n')], { size: 16 })).toBe('n')
  expect(chosen([icon('o', ['huge']), icon('s', ['8x8'])], { size: 16 })).toBe('o')
})

test('META-11: allows embedded pictures without permission, needs it for the network, and accepts no other icons', () => {
  const network = { ...icon('n'), src: 'https://example.com/i.png' }
  const odd = [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    `data:image/png,${'x'.repeat(1_000_001)}`
  ]
  const others = odd.map((src) => ({ ...icon('o'), src }))
  expect(chooseIcon([network, ...others], { isNetworkAllowed: false })).toBeNull()
  expect(chooseIcon([...others, network], { isNetworkAllowed: true })).toBe(network)
  expect(chosen([network, icon('e')])).toBe('e')
})
