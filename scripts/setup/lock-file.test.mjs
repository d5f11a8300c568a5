// `npm ci` refuses a lock file that lacks an optional package, even one for another system.

import fs from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../process/paths.mjs'
import { missingOptionals, readSystem, unsummed } from './lock-file.mjs'

const ours = JSON.parse(fs.readFileSync(inProject('package-lock.json'), 'utf8'))

test('our lock file is complete; otherwise run scripts/complete-lock.mjs', () => {
  expect(missingOptionals(ours).map(({ name }) => name)).toEqual([])
})

test('SEC-11-12 every package of our lock file has the sum of its contents', () => {
  expect(unsummed(ours)).toEqual([])
})

test('SEC-11-12 a package without a sum, or with one of a kind that was broken, cut short or of noughts, is found', () => {
  const sum = (bytes) => `sha512-${bytes.toString('base64')}`
  const packages = {
    '': {},
    'node_modules/a': { integrity: sum(Buffer.alloc(64, 1)) },
    'node_modules/b': {},
    'node_modules/c': { integrity: 'sha1-x' },
    'node_modules/d': { integrity: sum(Buffer.alloc(63, 1)) },
    'node_modules/e': { integrity: sum(Buffer.alloc(64)), optional: true },
    'node_modules/linked': { link: true }
  }
  expect(unsummed({ packages }).map((place) => place.at(-1))).toEqual(['b', 'c', 'd', 'e'])
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
  expect(readSystem('@x/binding-linux-arm-musleabihf')).toEqual({
    cpu: ['arm'],
    libc: ['musl'],
    os: ['linux']
  })
  expect(readSystem('@x/binding-win32-arm64-msvc')).toEqual({ cpu: ['arm64'], os: ['win32'] })
  expect(readSystem('@x/darwin-x64')).toEqual({ cpu: ['x64'], os: ['darwin'] })
})
