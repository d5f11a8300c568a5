/**
 * Every key of the settings file, seen by a program that can write the file at any moment. A key that makes anything
 * run, leave or open, or hides something from the user, waits for an approval or is listed in docs/security.md as not
 * promised. A new key fails here until its guard is named.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limitKeys } from '../../../contract/consent/sandbox-limits'
import { serverSettings, simpleSettings } from '../../../contract/simple-settings'
import { toCollectorDestination } from '../../../ledger/collector-destination'
import { toProviderDestination } from '../../../models/routing/provider-destination'
import type { SettingsContent } from '../../../settings/definition'
import { hashServerDefinition } from '../../../settings/server-definition-hash'
import { otherGuards, ruleAt } from '../../../settings/guard/guard-rules'
import { parseSettings } from '../../../settings/parse/parse-settings'
import { listSectionKeys, knownKeys } from '../../../settings/parse/settings-schema'

const single = Object.keys(simpleSettings)
const sections = [...new Set(single.map((name) => name.split('.')[0] ?? ''))]
const choices = Object.values(serverSettings)

function read(file: object): SettingsContent {
  const parsed = parseSettings(JSON.stringify(file))
  if (parsed.type === 'broken' || parsed.problems.length > 0) throw new Error(JSON.stringify(parsed))
  return parsed.content
}

describe("SEC-11-9 guards of the settings file's keys", () => {
  it('names one for each single value, of the file and of an entry, in its description', () => {
    for (const [name, { weakens }] of Object.entries(simpleSettings))
      expect(ruleAt(name.split('.')) === null, name).toBe(typeof weakens === 'object')
    for (const { key, weakens } of choices)
      expect(ruleAt(['mcpServers', 'notes', key]) === null, key).toBe(typeof weakens === 'object')
  })

  it('names one for each other key: keys of an entry, its sign-in, its tools, a folder and a price', () => {
    const ofSections = sections.flatMap((section) => {
      const own = single.flatMap((name) => (name.startsWith(`${section}.`) ? [name.split('.')[1] ?? ''] : []))
      return listSectionKeys(section).filter((key) => !own.includes(key))
    })
    const known: Record<keyof typeof otherGuards, readonly string[]> = {
      ...knownKeys,
      file: knownKeys.file.filter((key) => !sections.includes(key)),
      server: knownKeys.server.filter((key) => !choices.some((choice) => choice.key === key)),
      models: ofSections
    }
    for (const [part, keys] of Object.entries(known))
      expect(Object.keys(otherGuards[part as keyof typeof otherGuards]).toSorted(), part).toEqual(
        keys.toSorted()
      )
  })
})

type Guard = 'trust' | 'destination' | 'rule' | 'nothing' | 'its keys'
const guardsOf = (part: keyof typeof otherGuards) => Object.entries<Guard>(otherGuards[part])
const keysWith = (part: keyof typeof otherGuards, guard: Guard) =>
  guardsOf(part).flatMap(([key, found]) => (found === guard ? [key] : []))

describe("SEC-11-9 effect of a key's guard", () => {
  const address = { url: 'https://notes.example/mcp' }
  const prints = (entry: object) => read({ mcpServers: { notes: entry } }).servers.map(hashServerDefinition)

  const program = { command: '/bin/notes', args: ['a'], env: { A: '1' }, cwd: '/srv' }
  const otherValues: Readonly<Record<string, { of: object; to: unknown }>> = {
    type: { of: { ...address, type: 'http' }, to: 'sse' },
    command: { of: program, to: '/bin/evil' },
    args: { of: program, to: ['b'] },
    env: { of: program, to: { A: '2' } },
    cwd: { of: program, to: '/tmp' },
    url: { of: address, to: 'https://evil.example/mcp' },
    headers: { of: address, to: { 'X-Key': '1' } }
  }

  it.each(keysWith('server', 'trust'))('asks about an entry with another “%s”', (key) => {
    const { of, to } = otherValues[key] ?? { of: {}, to: null }
    expect(prints({ ...of, [key]: to })).not.toEqual(prints(of))
  })

  const signIn: Readonly<Record<string, unknown>> = {
    flow: 'client-credentials',
    scopes: ['all'],
    redirectPort: 8080,
    redirect: 'app',
    parameters: { audience: 'evil' },
    signingAlgorithm: 'RS256'
  }
  it.each(keysWith('signIn', 'trust'))('asks about an entry with another “%s” in its sign-in', (key) => {
    const oauth = { [key]: signIn[key] ?? 'https://evil.example' }
    expect(prints({ ...address, oauth })).not.toEqual(prints({ ...address, oauth: {} }))
  })

  const more: Readonly<Record<string, unknown>> = {
    masked: { A: ['api.example'] },
    listens: [3334],
    installScripts: true
  }
  // Hosts are compared apart from the fingerprint: `app/host/tests/sandbox/sandboxed-servers.test.ts`.
  it.each(keysWith('sandbox', 'trust').filter((key) => key !== 'hosts'))(
    'asks about a sandboxed entry with more in “%s”, or without a sandbox',
    (key) => {
      const contained = { ...program, containment: {} }
      expect(
        prints({
          ...program,
          containment: {
            [key]: limitKeys.some((each) => each === key) ? 300 : (more[key] ?? ['/home/me/more'])
          }
        })
      ).not.toEqual(prints(contained))
      expect(prints(program)).not.toEqual(prints(contained))
    }
  )

  it.each(keysWith('identityProvider', 'trust'))(
    'asks about an entry with another “%s” of its identity provider',
    (key) => {
      const provider = {
        issuer: 'https://id.example',
        tokenEndpoint: 'https://id.example/token',
        clientId: 'me'
      }
      const other = { ...provider, idToken: 'one', [key]: 'https://evil.example' }
      const entry = (identityProvider: object) => ({
        ...address,
        oauth: { flow: 'enterprise', identityProvider }
      })
      expect(prints(entry(other))).not.toEqual(prints(entry({ ...provider, idToken: 'one' })))
    }
  )

  const provider = { type: 'anthropic', apiKey: 'one', baseUrl: 'https://models.example' }
  const otherProvider = { type: 'openai-compatible', apiKey: 'two', baseUrl: 'https://evil.example' }
  it.each(keysWith('provider', 'destination'))(
    'asks about a provider with another “%s” as another destination',
    (key) => {
      const told = (change: object) => {
        const settings = { ...provider, ...change }
        return toProviderDestination('mine', settings, { environment: {} }).fingerprint
      }
      expect(told({ [key]: otherProvider[key as keyof typeof otherProvider] })).not.toBe(told({}))
    }
  )

  const collector = { endpoint: 'https://collector.example', headers: { 'X-Key': 'one' }, ownReason: null }
  const otherCollector = { endpoint: 'https://evil.example', headers: { 'X-Key': 'two' } }
  it.each(keysWith('collector', 'destination'))('asks about a collector with another “%s”', (key) => {
    const changed = { ...collector, [key]: otherCollector[key as keyof typeof otherCollector] }
    expect(toCollectorDestination(changed).fingerprint).not.toBe(
      toCollectorDestination(collector).fingerprint
    )
  })

  it('has rules for folders, prices and tools', () => {
    expect(keysWith('root', 'rule')).toEqual(['path', 'servers'])
    expect(keysWith('price', 'rule')).toEqual(['inputPerMillion', 'outputPerMillion'])
    expect(keysWith('tool', 'rule')).toEqual([
      'disabled',
      'maxCallsPerTurn',
      'maxCallsPerConversation',
      'maxCallsPerDay'
    ])
    for (const path of [
      ['roots', '/a'],
      ['models', 'prices', 'a/b'],
      ['mcpServers', 'notes', 'tools', 'a', 'disabled'],
      ['mcpServers', 'notes', 'tools', 'a', 'maxCallsPerDay']
    ])
      expect(ruleAt(path)).not.toBeNull()
  })

  it('names every key without a guard in docs/security.md', () => {
    const page = readFileSync(new URL('../../../../docs/security.md', import.meta.url), 'utf8')
    const section =
      page.split('**What someone who can write `settings.json` can still do.**')[1]?.split('\n## ')[0] ?? ''
    const unguarded = [
      ...Object.entries(simpleSettings).flatMap(([name, { weakens }]) =>
        typeof weakens === 'object' ? [name] : []
      ),
      ...choices.flatMap(({ key, weakens }) => (typeof weakens === 'object' ? [key] : [])),
      ...(Object.keys(otherGuards) as (keyof typeof otherGuards)[]).flatMap((part) =>
        keysWith(part, 'nothing')
      )
    ]
    expect(unguarded.filter((key) => !section.includes(`\`${key}\``))).toEqual([])
  })
})
