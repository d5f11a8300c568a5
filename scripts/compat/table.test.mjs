/** That the table of real servers holds enough of each kind, each at one version. */
import fs from 'node:fs'
import { expect, it } from 'vitest'
import { inProject } from '../process/paths.mjs'

const rows = JSON.parse(fs.readFileSync(inProject('e2e/compat/servers.json'), 'utf8'))
const ofRegistry = (name) => rows.filter(({ registry }) => registry === name)

it('has at least 60 servers: 36 of npm, 14 of PyPI, and some built from examples of the official libraries', () => {
  expect(rows.length).toBeGreaterThanOrEqual(60)
  expect(ofRegistry('npm').length).toBeGreaterThanOrEqual(36)
  expect(ofRegistry('pypi').length).toBeGreaterThanOrEqual(14)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
})

it('names the pinned version of every package in the configuration', () => {
  const published = rows.filter(({ registry }) => registry !== 'example')
  const unpinned = published.filter(
    ({ package: name, version, entry }) =>
      !entry.args.some((arg) => arg.includes(`${name}@${version}`) || arg.includes(`${name}==${version}`))
  )
  expect(unpinned).toEqual([])
})

it('runs eight servers in the tests, some of PyPI', () => {
  const tested = rows.filter(({ isInTests }) => isInTests)
  expect(tested).toHaveLength(8)
  expect(tested.some(({ registry }) => registry === 'pypi')).toBe(true)
})
