import { describe, expect, test } from 'vitest'
import type { PackagePin, ProgramFile, ServerAct } from '../../contract/server-act'
import { judgeTrust } from './judge-trust'

const base: ServerAct = {
  transport: 'stdio',
  command: 'npx',
  args: ['tools'],
  cwd: null,
  environmentNames: [],
  url: null,
  headerNames: []
}
const file = (path: string, hash: string | null, more: Partial<ProgramFile> = {}): ProgramFile => ({
  role: 'script',
  path,
  size: 1,
  hash,
  stamp: 'stamp',
  ...more
})
const pin = (change: Partial<PackagePin> = {}): PackagePin => ({
  runner: 'npx',
  name: 'tools',
  requested: null,
  isFixed: false,
  version: null,
  integrity: null,
  ...change
})
const stored = (act: Partial<ServerAct> = {}, fingerprint = 'f') => ({
  serverName: 's',
  fingerprint,
  act: { ...base, ...act },
  createdAt: 1
})
const judge = (before: Partial<ServerAct>, now: Partial<ServerAct>) =>
  judgeTrust(stored(before), { fingerprint: 'f', act: { ...base, ...now } })

describe('trust from earlier releases', () => {
  test('is kept when its fingerprint is the same, and adds the files it finds', () => {
    const now = { files: [file('/a', 'x')], packages: [] }
    expect(judge({}, now)).toMatchObject({ type: 'trusted', learned: now })
  })

  test('SEC-11-3 is asked for again when the entry says how to sign in, which the question did not show', () => {
    const remote = { transport: 'http' as const, oauth: [{ name: 'flow', value: 'client-credentials' }] }
    expect(judge({ transport: 'http' }, remote)).toEqual({ type: 'ask' })
    expect(judge(remote, remote)).toEqual({ type: 'trusted', learned: null })
  })
})

describe('SEC-11-8 program files', () => {
  test('records files that were not read before the approval, and then requires them to be readable', () => {
    const seen = { files: [file('/a', 'x')], packages: [] }
    expect(judge({}, {})).toEqual({ type: 'trusted', learned: null })
    expect(judge({}, seen)).toMatchObject({ type: 'trusted', learned: seen })
    expect(judge(seen, {})).toEqual({ type: 'ask' })
  })

  test('asks again for another fingerprint, content, place, or number of files', () => {
    const before = { files: [file('/a', 'x')], packages: [] }
    expect(judgeTrust(stored(before, 'g'), { fingerprint: 'f', act: { ...base, ...before } }).type).toBe(
      'ask'
    )
    expect(judge(before, { files: [file('/a', 'y')] }).type).toBe('ask')
    expect(judge(before, { files: [file('/b', 'x')] }).type).toBe('ask')
    expect(judge(before, { files: [file('/a', 'x'), file('/b', 'x')] }).type).toBe('ask')
  })

  test('accepts the same content at another time, and compares unread files by their stamp', () => {
    const before = { files: [file('/a', 'x')], packages: [] }
    expect(judge(before, { files: [file('/a', 'x', { stamp: 'later' })], packages: [] }).type).toBe('trusted')
    const unread = { files: [file('/a', null)], packages: [] }
    expect(judge(unread, { files: [file('/a', null)], packages: [] }).type).toBe('trusted')
    expect(judge(unread, { files: [file('/a', null, { stamp: 'later' })], packages: [] }).type).toBe('ask')
  })

  test('asks when files appear where there were none, but not when there are none at all', () => {
    expect(judge({ files: [], packages: [] }, { files: [file('/a', 'x')], packages: [] }).type).toBe('ask')
    expect(judge({ files: [file('/a', 'x')] }, { files: [], packages: [] }).type).toBe('trusted')
  })
})

describe('SEC-11-8 packages', () => {
  const runner = file('/npx', 'n', { role: 'program' })
  const fetched = file('/cache/cli.js', 'c', { role: 'package' })
  const before = { files: [runner], packages: [pin()] }

  test('records packages that were fetched after the approval, and compares them after that', () => {
    const now = { files: [runner, fetched], packages: [pin({ version: '1.0.0', integrity: 'i' })] }
    expect(judge(before, now)).toMatchObject({ type: 'trusted', learned: now })
    expect(judge(now, now)).toEqual({ type: 'trusted', learned: null })
    const tampered = { ...now, files: [runner, { ...fetched, hash: 'other' }] }
    expect(judge(now, tampered).type).toBe('ask')
    const beside = { ...now, files: [runner, { ...fetched, path: '/srv/node_modules/tools/cli.js' }] }
    expect(judge(now, beside).type).toBe('ask')
    const newer = { ...now, packages: [pin({ version: '1.1.0', integrity: 'i' })] }
    expect(judge(now, newer).type).toBe('ask')
    const swapped = { ...now, packages: [pin({ version: '1.0.0', integrity: 'j' })] }
    expect(judge(now, swapped).type).toBe('ask')
  })

  test('asks again for another package or another requested version', () => {
    expect(judge(before, { ...before, packages: [pin({ name: 'other' })] }).type).toBe('ask')
    expect(judge(before, { ...before, packages: [pin({ requested: 'next' })] }).type).toBe('ask')
  })

  test('keeps the record when the cache is emptied', () => {
    const known = { files: [runner, fetched], packages: [pin({ version: '1.0.0', integrity: 'i' })] }
    expect(judge(known, before)).toEqual({ type: 'trusted', learned: null })
  })
})
