import { describe, expect, it } from 'vitest'
import { hostFeatures, type HostFeature } from '../../contract/workbench/host-report'
import { knownHosts } from './known-hosts'
import { reportHosts } from './report-hosts'

const uses = (...features: HostFeature[]) => new Set(features)
const name = (length: number) => 'n'.repeat(length)

function verdictOf(host: string, used: ReadonlySet<HostFeature>, toolNames: readonly string[] = []) {
  const found = reportHosts({ serverName: 'notes', uses: used, toolNames }, knownHosts)
  return found.find((each) => each.name === host)!
}

describe('the table of other apps', () => {
  it('has a source and a day for every fact', () => {
    for (const { name: host, facts, limits } of knownHosts)
      for (const { source } of [...facts, ...limits]) {
        expect(new URL(source.address).protocol, host).toBe('https:')
        expect(source.day, host).toMatch(/^20\d\d-\d\d(-\d\d)?$/)
        expect(source.day <= '2026-11-30', host).toBe(true)
      }
  })

  it('names each app once, and each feature of an app in one fact or in facts of different days', () => {
    expect(new Set(knownHosts.map(({ name: host }) => host)).size).toBe(knownHosts.length)
    for (const { name: host, facts } of knownHosts)
      for (const feature of hostFeatures) {
        const days = facts
          .filter(({ features }) => features.includes(feature))
          .map(({ source }) => source.day)
        expect(new Set(days).size, `${host} ${feature}`).toBe(days.length)
      }
  })
})

describe('the report', () => {
  it('names what is lost with its source, and what is not known', () => {
    const verdict = verdictOf('LM Studio', uses('stdio', 'tools', 'prompts', 'roots'))
    expect(verdict.losses).toMatchObject([{ feature: 'prompts', support: 'no' }])
    expect(verdict.losses[0]?.source.address).toContain('lmstudio-bug-tracker/issues/1412')
    expect(verdict.unknown).toEqual(['roots'])
  })

  it('says when something is lost in part', () => {
    expect(verdictOf('Claude Desktop', uses('apps')).losses).toMatchObject([{ support: 'partly' }])
  })

  it('ignores what the server does not use', () => {
    expect(verdictOf('Zed', uses('tools', 'prompts'))).toMatchObject({ losses: [], unknown: [] })
  })

  it('counts the tools above a limit, and names the first of them', () => {
    const names = Array.from({ length: 110 }, (_, index) => `tool${index}`)
    const { exceeded } = verdictOf('Cursor', uses('tools'), names)
    expect(exceeded).toMatchObject([{ limit: 'tools', allowed: 80, count: 30 }])
    expect(exceeded[0]?.tools).toHaveLength(20)
    expect(exceeded[0]?.tools[0]).toBe('tool80')
  })

  it('counts the characters that an app puts before the names', () => {
    const cursor = (length: number) => verdictOf('Cursor', uses('tools'), [name(length)]).exceeded
    expect(cursor(54)).toEqual([])
    expect(cursor(55)).toMatchObject([{ limit: 'nameLength', count: 1 }])
    expect(verdictOf('Claude Code', uses('tools'), [name(117)]).exceeded).toHaveLength(1)
    expect(verdictOf('Claude Code', uses('tools'), [name(116)]).exceeded).toEqual([])
  })

  it('lists apps that lose most first', () => {
    const all = new Set(hostFeatures)
    const found = reportHosts({ serverName: 'notes', uses: all, toolNames: [] }, knownHosts)
    const counts = found.map(({ losses, exceeded }) => losses.length + exceeded.length)
    expect(counts).toEqual(counts.toSorted((one, other) => other - one))
  })
})
