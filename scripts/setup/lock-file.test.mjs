// `npm ci` refuses a lock file that lacks an optional package, even one for a system that nobody here has.

import fs from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../process/paths.mjs'
import { closedPackages, closedSum, missingOptionals, systemOf, unsummed } from './lock-file.mjs'

const ours = JSON.parse(fs.readFileSync(inProject('package-lock.json'), 'utf8'))

test('our lock file is complete; otherwise run scripts/complete-lock.mjs', () => {
  expect(missingOptionals(ours).map(({ name }) => name)).toEqual([])
})

test('SEC-11-12 every package of our lock file has the sum of its contents', () => {
  expect(unsummed(ours)).toEqual([])
})

test('only optional packages may stand there with the sum that nothing has', () => {
  const closed = Object.values(ours.packages).filter(({ integrity }) => integrity === closedSum)
  expect(closed.filter(({ optional }) => optional !== true)).toEqual([])
})

test('SEC-11-12 docs/dependencies.md says which packages have no sum that is known, and that they are installed nowhere', () => {
  const page = fs.readFileSync(inProject('docs/dependencies.md'), 'utf8')
  const told = [...page.matchAll(/^\| `([^`]+)` ([\d.]+) \| (\d+) \| ([^|]+) \|$/gmu)].flatMap(
    ([, start, version, count, ends]) => {
      const names = ends.trim().split(', ')
      expect(names).toHaveLength(Number(count))
      return names.map((end) => `${start}${end}@${version}`)
    }
  )
  expect(told.toSorted()).toEqual(
    closedPackages(ours)
      .map(({ spec }) => spec)
      .toSorted()
  )
})

test('a package without a sum, or with one of a kind that was broken, is found', () => {
  const packages = {
    '': {},
    'node_modules/a': { integrity: 'sha512-x' },
    'node_modules/b': {},
    'node_modules/c': { integrity: 'sha1-x' },
    'node_modules/linked': { link: true }
  }
  expect(unsummed({ packages })).toEqual(['node_modules/b', 'node_modules/c'])
})

test('our lock file names no place to fetch from', () => {
  const places = Object.values(ours.packages).filter((entry) => entry.resolved)
  expect(places).toEqual([])
})

test('finds an entry beside the package or above it', () => {
  const optionalDependencies = { '@x/binding-linux-x64-gnu': '1.0.0' }
  const lock = (place) => ({
    packages: { 'node_modules/a': { dev: true, optionalDependencies }, [place]: {} }
  })
  expect(missingOptionals(lock('node_modules/@x/binding-linux-x64-gnu'))).toEqual([])
  expect(missingOptionals(lock('node_modules/a/node_modules/@x/binding-linux-x64-gnu'))).toEqual([])
  expect(missingOptionals(lock('node_modules/b/node_modules/@x/binding-linux-x64-gnu'))).toEqual([
    {
      name: '@x/binding-linux-x64-gnu',
      entry: {
        version: '1.0.0',
        integrity: closedSum,
        cpu: ['x64'],
        libc: ['glibc'],
        os: ['linux'],
        dev: true,
        optional: true
      }
    }
  ])
})

test('reads the system from the name', () => {
  expect(systemOf('@x/binding-linux-arm-musleabihf')).toEqual({ cpu: ['arm'], libc: ['musl'], os: ['linux'] })
  expect(systemOf('@x/binding-win32-arm64-msvc')).toEqual({ cpu: ['arm64'], os: ['win32'] })
  expect(systemOf('@x/darwin-x64')).toEqual({ cpu: ['x64'], os: ['darwin'] })
})
