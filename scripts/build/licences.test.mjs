// Third-party code may only be distributed with its licence.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inProject } from '../process/paths.mjs'
import { packageFolder, readLicence } from './licences.mjs'

let folder
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-licence-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const manifest = (fields) =>
  fs.writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'a', version: '1.0.0', ...fields })
  )

test('a module belongs to the innermost package around it', () => {
  expect(packageFolder('/p/node_modules/a/node_modules/@x/b/c/d.js?commonjs')).toBe(
    '/p/node_modules/a/node_modules/@x/b'
  )
  expect(packageFolder('\0/p/node_modules/a/index.js')).toBe('/p/node_modules/a')
  expect(packageFolder('/p/app/host/host.ts')).toBeNull()
  expect(packageFolder('\0rolldown/runtime.js')).toBeNull()
})

test('terms and notice go along', () => {
  manifest({ license: 'Apache-2.0' })
  fs.writeFileSync(path.join(folder, 'LICENSE.txt'), 'terms\n')
  fs.writeFileSync(path.join(folder, 'NOTICE'), 'notice')
  fs.writeFileSync(path.join(folder, 'license.js'), 'code')
  expect(readLicence(folder)).toEqual({
    name: 'a',
    version: '1.0.0',
    licence: 'Apache-2.0',
    text: 'terms\n\nnotice'
  })
})

test('SEC-11-12 a package without terms has an empty text, which ends the build', () => {
  manifest({ license: 'MIT' })
  expect(readLicence(folder).text).toBe('')
})

test('a package that was read to have none gets those that it names, and no others', () => {
  manifest({ name: 'standardwebhooks', license: 'MIT' })
  expect(readLicence(folder).text).toContain('Permission is hereby granted')
  manifest({ name: 'standardwebhooks', license: 'GPL-3.0' })
  expect(readLicence(folder).text).toBe('')
})

test('what ships as a folder of its own has its terms too', () => {
  for (const name of ['libsql', '@neon-rs/load', 'detect-libc'])
    expect(readLicence(inProject('node_modules', name)).text.length).toBeGreaterThan(500)
})
