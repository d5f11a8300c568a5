import { parse } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import type { EntryForm, EntryValue } from '../../contract/servers/entry-form'
import { switchSandboxOff } from './entry-sandbox'
import { readForm, writeForm } from './entry-form'

const program = (changes: Partial<Extract<EntryForm, { kind: 'program' }>> = {}): EntryForm => ({
  kind: 'program',
  command: 'npx',
  args: ['-y', 'notes'],
  cwd: '',
  env: [],
  ...changes
})
const value = (name: string, text: string, secret: string | null = null): EntryValue => ({
  name,
  text,
  secret
})
const written = (before: string | null, form: EntryForm) => {
  const { json, secrets } = writeForm(before, 'notes', form)
  return { entry: parse(json) as unknown, secrets }
}

test('writes only what was filled in for a new entry', () => {
  expect(written(null, program())).toEqual({ entry: { command: 'npx', args: ['-y', 'notes'] }, secrets: [] })
  expect(written(null, { kind: 'address', url: ' https://example.com/mcp ', headers: [] }).entry).toEqual({
    url: 'https://example.com/mcp'
  })
})

test("stores a secret in the vault under its server's name, and names it in the entry", () => {
  expect(written(null, program({ env: [value('API_KEY', '', ' abc '), value('MODE', 'fast')] }))).toEqual({
    entry: {
      command: 'npx',
      args: ['-y', 'notes'],
      env: { API_KEY: '${secret:notes-api_key}', MODE: 'fast' }
    },
    secrets: [{ name: 'notes-api_key', value: 'abc' }]
  })
})

test.each([
  ['abc', 'Bearer ${secret:notes-authorization}', 'abc'],
  ['Bearer abc', 'Bearer ${secret:notes-authorization}', 'abc'],
  ['Basic abc', 'Basic ${secret:notes-authorization}', 'abc']
])('keeps the scheme before a token in the entry: %s', (typed, text, secret) => {
  const form: EntryForm = {
    kind: 'address',
    url: 'https://example.com',
    headers: [value('Authorization', '', typed)]
  }
  expect(written(null, form)).toEqual({
    entry: { url: 'https://example.com', headers: { Authorization: text } },
    secrets: [{ name: 'notes-authorization', value: secret }]
  })
})

describe('an existing entry', () => {
  const before = `{
  // why it is here
  "command": "npx",
  "args": ["-y", "notes"],
  "env": {
    "API_KEY": "\${secret:old}", // from the site
    "MODE": "slow",
    "GONE": "1"
  },
  "timeoutMs": 5000,
  "mine": [1]
}`

  test("keeps its comments, its other keys and a secret that wasn't typed again", () => {
    const form = readForm(before)
    expect(form).toMatchObject({ kind: 'program', command: 'npx', args: ['-y', 'notes'], cwd: '' })
    const env = [value('API_KEY', '${secret:old}'), value('MODE', 'fast')]
    expect(writeForm(before, 'notes', program({ env }))).toEqual({
      json: before.replace('"slow"', '"fast"').replace(',\n    "GONE": "1"', ''),
      secrets: []
    })
  })

  test('loses keys that only the other kind has', () => {
    const entry = written(before, { kind: 'address', url: 'https://example.com', headers: [] }).entry
    expect(entry).toEqual({ timeoutMs: 5000, mine: [1], url: 'https://example.com' })
    const remote = '{"type": "sse", "url": "https://example.com", "headers": {"A": "1"}, "oauth": {}}'
    expect(written(remote, program()).entry).toEqual({ command: 'npx', args: ['-y', 'notes'] })
    expect(written(remote, { kind: 'address', url: 'https://example.org', headers: [] }).entry).toEqual({
      type: 'sse',
      url: 'https://example.org',
      oauth: {}
    })
  })
})

test.each([
  ['npx -y notes --root "my notes"', { command: 'npx', args: ['-y', 'notes', '--root', 'my notes'] }],
  ['/opt/my tools/notes', { command: '/opt/my tools/notes' }],
  ['/Users/me/My Project - final/notes', { command: '/Users/me/My Project - final/notes' }],
  ['/usr/bin/node /srv/notes.js', { command: '/usr/bin/node', args: ['/srv/notes.js'] }],
  ['./notes serve --stdio', { command: './notes', args: ['serve', '--stdio'] }],
  ['"/opt/my tools/notes" --stdio', { command: '/opt/my tools/notes', args: ['--stdio'] }],
  ["'node' 'a b.js'", { command: 'node', args: ['a b.js'] }],
  ['"C:\\My Tools\\notes.exe"', { command: 'C:\\My Tools\\notes.exe' }],
  ['C:\\Tools\\node.exe C:\\srv\\notes.js', { command: 'C:\\Tools\\node.exe', args: ['C:\\srv\\notes.js'] }],
  ['C:\\My Tools\\notes.exe', { command: 'C:\\My Tools\\notes.exe' }]
])('splits a command line, but not a path with spaces: %s', (command, entry) => {
  expect(written(null, program({ command, args: [] })).entry).toEqual(entry)
})

test('refuses a repeated name', () => {
  const form = program({ env: [value('A', '1'), value(' A ', '2')] })
  expect(() => writeForm(null, 'notes', form)).toThrow(expect.objectContaining({ code: 'SETTINGS_INVALID' }))
})

test.each(['[]', '{', '{"command": 5}', '{}'])('has no form for %s', (json) => {
  expect(readForm(json)).toBeNull()
})

const open = { read: ['/a', '/b'], write: [], hosts: ['example.com'] }

test('reads and writes sandbox access, and keeps its comments', () => {
  const json = writeForm(null, 'notes', program({ containment: open })).json
  expect(readForm(json)).toMatchObject({ containment: open })
  const before = `{ "command": "npx", "containment": {
    "read": [
      "/a", // mine
      "/b"
    ] } }`
  const { json: after } = writeForm(before, 'notes', program({ containment: { ...open, read: ['/a'] } }))
  expect(after).toContain('// mine')
  expect(parse(after)).toMatchObject({ containment: { read: ['/a'], hosts: ['example.com'] } })
})

test('uses the key sandbox for a new entry', () => {
  const { entry } = written(null, program({ containment: open }))
  expect(entry).toMatchObject({ sandbox: open })
  expect(entry).not.toHaveProperty('containment')
})

test.each(['sandbox', 'containment'])('keeps the key %s of an entry', (key) => {
  const wanted = { read: ['/a'], memoryMb: 300, masked: { A: ['a.b'] } }
  const form = program({ containment: { ...open, ...wanted } })
  const other = key === 'sandbox' ? 'containment' : 'sandbox'
  for (const before of [open, 'off', {}]) {
    const json = JSON.stringify({ command: 'npx', [key]: before })
    const { entry } = written(json, form)
    expect(entry).toMatchObject({ [key]: wanted })
    expect(entry).not.toHaveProperty(other)
    expect(JSON.parse(switchSandboxOff(json))).toEqual({ command: 'npx', [key]: 'off' })
  }
  expect(readForm(JSON.stringify({ command: 'npx', [key]: open }))).toMatchObject({ containment: open })
})

test('reads and writes sandbox if an entry has both keys, and removes both', () => {
  const both = JSON.stringify({ command: 'npx', containment: { read: ['/old'] }, sandbox: open })
  expect(readForm(both)).toMatchObject({ containment: open })
  const { entry } = written(both, program({ containment: { ...open, read: [] } }))
  expect(entry).toMatchObject({ containment: { read: ['/old'] }, sandbox: { ...open, read: [] } })
  const gone = written(both, program()).entry
  expect(gone).not.toHaveProperty('sandbox')
  expect(gone).not.toHaveProperty('containment')
  const off = JSON.stringify({ command: 'npx', containment: open, sandbox: 'off' })
  expect(readForm(off)).not.toHaveProperty('containment')
})

test('removes the sandbox access when the sandbox is switched off, and keeps "off"', () => {
  const contained = writeForm(null, 'notes', program({ containment: open })).json
  expect(written(contained, program()).entry).not.toHaveProperty('sandbox')
  const off = '{ "command": "npx", "containment": "off" }'
  expect(readForm(off)).not.toHaveProperty('containment')
  expect(written(off, program()).entry).toMatchObject({ containment: 'off' })
  expect(written(off, program({ containment: open })).entry).toMatchObject({ containment: open })
})

test('has no sandbox for an address', () => {
  const contained = writeForm(null, 'notes', program({ containment: open })).json
  const address: EntryForm = { kind: 'address', url: 'https://example.com', headers: [] }
  expect(written(contained, address).entry).toEqual({ url: 'https://example.com' })
})
