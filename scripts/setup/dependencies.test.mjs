// A wrong "up to date" runs with old packages; a wrong "stale" reinstalls on every start.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { npmCommand, run } from '../process/run.mjs'
import { adopt, refuseUnsummed, whyStale } from './dependencies.mjs'

let folder
const put = (name, value) => {
  fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  fs.writeFileSync(path.join(folder, name), JSON.stringify(value))
}
const lock = (packages) => ({ lockfileVersion: 3, packages: { '': {}, ...packages } })
const present = (packages) => {
  put('node_modules/.package-lock.json', lock(packages))
  for (const place of Object.keys(packages)) put(`${place}/package.json`, {})
}
const here = { os: [process.platform], cpu: [process.arch] }

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-dependencies-'))
  put('package.json', { dependencies: { a: '1.0.0' } })
  put('package-lock.json', lock({ 'node_modules/a': { version: '1.0.0' } }))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

test('a missing node_modules is stale', () => {
  expect(whyStale(folder)).toBe('node_modules is missing')
})

test('what npm installed by hand is taken over when it fits', () => {
  present({ 'node_modules/a': { version: '1.0.0' } })
  expect(whyStale(folder)).toBe('node_modules was not made by this script')
  expect(adopt(folder)).toBe(true)
  expect(whyStale(folder)).toBeUndefined()
})

test('another version or a deleted package is not taken over', () => {
  present({ 'node_modules/a': { version: '1.0.1' } })
  expect(adopt(folder)).toBe(false)
  present({ 'node_modules/a': { version: '1.0.0' } })
  fs.rmSync(path.join(folder, 'node_modules/a'), { recursive: true })
  expect(adopt(folder)).toBe(false)
})

test('only packages for other systems may be absent', () => {
  const a = { 'node_modules/a': { version: '1.0.0' } }
  present(a)
  put(
    'package-lock.json',
    lock({ ...a, 'node_modules/b': { version: '1.0.0', optional: true, os: ['none'] } })
  )
  expect(adopt(folder)).toBe(true)
  put('package-lock.json', lock({ ...a, 'node_modules/b': { version: '1.0.0', optional: true, ...here } }))
  expect(adopt(folder)).toBe(false)
})

test('a changed lock file or dependency is stale, a changed script is not', () => {
  present({ 'node_modules/a': { version: '1.0.0' } })
  adopt(folder)
  put('package.json', { dependencies: { a: '1.0.0' }, scripts: { start: 'x' } })
  expect(whyStale(folder)).toBeUndefined()
  put('package.json', { dependencies: { a: '1.0.1' } })
  expect(whyStale(folder)).toBe('package-lock.json has changed')
})

test('SEC-11-12 npm installs nothing whose contents have another sum than the lock says', async () => {
  const tarball = path.join(folder, 'fake-1.0.0.tgz')
  put('fake/package.json', { name: 'fake', version: '1.0.0' })
  const npm = npmCommand()
  const quiet = { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }
  const npmDoes = (...args) => run(npm.command, [...npm.args, ...args], quiet)
  await npmDoes('pack', './fake')
  const top = { name: 'x', version: '1.0.0', optionalDependencies: { fake: `file:${tarball}` } }
  put('package.json', top)
  const written = (bytes) => {
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    const fake = { version: '1.0.0', optional: true, resolved: `file:${tarball}`, integrity }
    return { ...top, lockfileVersion: 3, requires: true, packages: { '': top, 'node_modules/fake': fake } }
  }
  put('package-lock.json', written(fs.readFileSync(tarball)))
  await npmDoes('ci')
  expect(fs.existsSync(path.join(folder, 'node_modules/fake'))).toBe(true)
  for (const command of ['ci', 'install']) {
    fs.rmSync(path.join(folder, 'node_modules'), { recursive: true, force: true })
    put('package-lock.json', written('other bytes'))
    await npmDoes(command)
    expect(fs.existsSync(path.join(folder, 'node_modules/fake')), command).toBe(false)
  }
}, 300_000)

test('SEC-11-12 a lock that does not say what a package holds is refused before anything is installed', () => {
  expect(() => refuseUnsummed(folder)).toThrow('package-lock.json has no sha512 for node_modules/a')
  const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`
  put('package-lock.json', lock({ 'node_modules/a': { version: '1.0.0', integrity } }))
  expect(() => refuseUnsummed(folder)).not.toThrow()
})
