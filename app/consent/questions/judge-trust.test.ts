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

describe('trust of earlier releases', () => {
  test('stands where its fingerprint is the same, and learns the files from then on', () => {
    const now = { files: [file('/a', 'x')], packages: [] }
    expect(judge({}, now)).toMatchObject({ type: 'trusted', learned: now })
  })

  test('SEC-11-3 asks where the entry says how to sign in: the question did not show it', () => {
    const remote = { transport: 'http' as const, oauth: [{ name: 'flow', value: 'client-credentials' }] }
    expect(judge({ transport: 'http' }, remote)).toEqual({ type: 'ask' })
    expect(judge(remote, remote)).toEqual({ type: 'trusted', learned: null })
  })
})

describe('SEC-11-8 files', () => {
  test('that were not looked at before the yes are learned after it, and then they have to be seen', () => {
    const seen = { files: [file('/a', 'x')], packages: [] }
    expect(judge({}, {})).toEqual({ type: 'trusted', learned: null })
    expect(judge({}, seen)).toMatchObject({ type: 'trusted', learned: seen })
    expect(judge(seen, {})).toEqual({ type: 'ask' })
  })

  test('another fingerprint, another content, place or number of files asks', () => {
    const before = { files: [file('/a', 'x')], packages: [] }
    expect(judgeTrust(stored(before, 'g'), { fingerprint: 'f', act: { ...base, ...before } }).type).toBe(
      'ask'
    )
    expect(judge(before, { files: [file('/a', 'y')] }).type).toBe('ask')
    expect(judge(before, { files: [file('/b', 'x')] }).type).toBe('ask')
    expect(judge(before, { files: [file('/a', 'x'), file('/b', 'x')] }).type).toBe('ask')
  })

  test('the same content at another time is the same; unread files are told apart by their stamp', () => {
    const before = { files: [file('/a', 'x')], packages: [] }
    expect(judge(before, { files: [file('/a', 'x', { stamp: 'later' })], packages: [] }).type).toBe('trusted')
    const unread = { files: [file('/a', null)], packages: [] }
    expect(judge(unread, { files: [file('/a', null)], packages: [] }).type).toBe('trusted')
    expect(judge(unread, { files: [file('/a', null, { stamp: 'later' })], packages: [] }).type).toBe('ask')
  })

  test('files that appeared where there were none ask; none at all runs nothing and asks nobody', () => {
    expect(judge({ files: [], packages: [] }, { files: [file('/a', 'x')], packages: [] }).type).toBe('ask')
    expect(judge({ files: [file('/a', 'x')] }, { files: [], packages: [] }).type).toBe('trusted')
  })
})

describe('SEC-11-8 packages', () => {
  const runner = file('/npx', 'n', { role: 'program' })
  const fetched = file('/cache/cli.js', 'c', { role: 'package' })
  const before = { files: [runner], packages: [pin()] }

  test('what was fetched after the yes is learned, and counts from then on', () => {
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

  test('another package, or another version that is asked for, asks', () => {
    expect(judge(before, { ...before, packages: [pin({ name: 'other' })] }).type).toBe('ask')
    expect(judge(before, { ...before, packages: [pin({ requested: 'next' })] }).type).toBe('ask')
  })

  test('an emptied cache says nothing, and forgets nothing', () => {
    const known = { files: [runner, fetched], packages: [pin({ version: '1.0.0', integrity: 'i' })] }
    expect(judge(known, before)).toEqual({ type: 'trusted', learned: null })
  })
})
