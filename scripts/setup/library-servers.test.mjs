// The set-up says what a computer lacks, and starts and downloads nothing for it.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findTool } from './library-servers/find-tool.mjs'
import { ensureLibraryServers, languages } from './library-servers.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'languages-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('leaves every language out where the search path has none, and writes nothing', async () => {
  const env = { PATH: folder, PARLEY_LIBRARY_SERVERS: path.join(folder, 'cache') }
  const told = []
  const servers = await ensureLibraryServers({ env, tell: (line) => told.push(line) })
  expect(Object.keys(servers)).toEqual(languages)
  for (const language of languages)
    expect(servers[language]).toEqual({
      language,
      reason: expect.stringMatching(/^(?:Python|Java|Go|Rust) [\d.]+ or newer isn't installed$/u)
    })
  expect(told).toHaveLength(languages.length)
  expect(told[0]).toBe(
    "tests with the server of the Python library are skipped: Python 3.10 or newer isn't installed"
  )
  expect(readdirSync(folder)).toEqual([])
})

test('leaves out what PARLEY_LIBRARIES does not name', async () => {
  const env = { PATH: folder, PARLEY_LIBRARIES: 'go' }
  const servers = await ensureLibraryServers({ env, tell: () => {} })
  expect(servers.rust).toEqual({ language: 'rust', reason: 'PARLEY_LIBRARIES leaves it out' })
  expect(servers.go.reason).toContain('Go')
})

test('takes the first tool that is new enough, and says which one is too old', () => {
  const versions = { python3: '3.8.10', python: '3.12.1', cargo: '1.63.0', go: null }
  const ask = (command) => versions[command]
  const find = (least, ...names) =>
    findTool('It', least, { env: {}, commands: names.map((name) => [name, '--version']), ask })
  expect(find([3, 10], 'python3', 'python')).toEqual({ command: 'python', version: '3.12.1' })
  expect(find([3, 8], 'python3', 'python')).toEqual({ command: 'python3', version: '3.8.10' })
  expect(find([1, 88], 'cargo')).toEqual({ reason: "It 1.88 or newer isn't installed, only 1.63.0" })
  expect(find([1, 25], 'go')).toEqual({ reason: "It 1.25 or newer isn't installed" })
})
