/** The levels of warnings, and that docs/permissions.md lists the same. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { calmerLevels, holdsDanger, warningLevels } from '../contract/consent/warning-levels'
import { calmFor, warn } from './warn'
import { toEnglish } from './render-localized'

const page = readFileSync(new URL('../../docs/permissions.md', import.meta.url), 'utf8')
const rows = page.split('\n').flatMap((line) => {
  const cells = line.split('|').map((cell) => cell.trim())
  const key = /^`([a-z]+\.[A-Za-z]+)`$/.exec(cells[1] ?? '')?.[1]
  return key === undefined ? [] : [{ key, cells: cells.slice(2, -1) }]
})

it('lists every warning in docs/permissions.md, with its level and a reason', () => {
  const listed = rows.filter(({ cells }) => cells.length === 3)
  const levels = Object.fromEntries(listed.map(({ key, cells }) => [key, cells[0]]))
  expect(levels).toEqual(warningLevels)
  expect(listed).toHaveLength(Object.keys(levels).length)
  for (const { key, cells } of listed) expect(cells, key).not.toContain('')
})

it('lists where a warning has a lower level', () => {
  const listed = rows.filter(({ cells }) => cells.length === 2)
  const { destination, namedHost } = calmerLevels
  const places: readonly Readonly<Record<string, string | null>>[] = [destination, namedHost]
  const keys = [...new Set(places.flatMap((place) => Object.keys(place)))]
  expect(listed.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
  for (const { key, cells } of listed)
    expect(cells, key).toEqual(places.map((place) => place[key] ?? 'nothing'))
})

it('gives a warning its level and its text', () => {
  const warning = warn('trust.shell', { program: 'bash' })
  expect(warning.level).toBe('note')
  expect(toEnglish(warning)).toContain('bash')
  expect(holdsDanger([warning])).toBe(false)
  expect(holdsDanger([warning, warn('trust.hiddenCharacters')])).toBe(true)
})

it('lowers the level only where a warning is normal', () => {
  const found = [
    warn('links.thisComputer'),
    warn('links.unusualPort', { port: '11434' }),
    warn('links.userName')
  ]
  expect(calmFor('destination', found).map(({ text, level }) => [text, level])).toEqual([
    ['links.thisComputer', 'note'],
    ['links.userName', 'danger']
  ])
})
