/**
 * Every key of the settings file, as somebody sees it who can write that at any moment: what makes anything run, leave or
 * open, or lets the person see less, waits for a yes, or stands in docs/security.md among what is not promised. A new key
 * fails here until it says which.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limitKeys } from '../contract/choices/sandbox-limits'
import { serverSettings, simpleSettings } from '../contract/simple-settings'
import { destinationOfCollector } from '../ledger/collector-destination'
import { toProviderDestination } from '../models/routing/provider-destination'
import type { SettingsContent } from '../settings/definition'
import { hashServerDefinition } from '../settings/server-definition-hash'
import { otherGuards, ruleAt } from '../settings/guard/guard-rules'
import { parseSettings } from '../settings/parse/parse-settings'
import { keysOfSection, knownKeys } from '../settings/parse/settings-schema'

const single = Object.keys(simpleSettings)
const sections = [...new Set(single.map((name) => name.split('.')[0] ?? ''))]
const choices = Object.values(serverSettings)

function read(file: object): SettingsContent {
  const parsed = parseSettings(JSON.stringify(file))
  if (parsed.type === 'broken' || parsed.problems.length > 0) throw new Error(JSON.stringify(parsed))
  return parsed.content
}

describe('SEC-11-9 every key of the file says what guards it', () => {
  it('single values, of the file and of an entry, do so in their descriptors', () => {
    for (const [name, { weakens }] of Object.entries(simpleSettings))
      expect(ruleAt(name.split('.')) === null, name).toBe(typeof weakens === 'object')
    for (const { key, weakens } of choices)
      expect(ruleAt(['mcpServers', 'notes', key]) === null, key).toBe(typeof weakens === 'object')
  })

  it('all others by name, down to the keys of an entry, its sign-in, its tools, a folder and a price', () => {
    const ofSections = sections.flatMap((section) => {
      const own = single.flatMap((name) => (name.startsWith(`${section}.`) ? [name.split('.')[1] ?? ''] : []))
      return keysOfSection(section).filter((key) => !own.includes(key))
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

describe('SEC-11-9 what a key says of its guard is so', () => {
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

  it.each(keysWith('server', 'trust'))(
    'an entry with another “%s” is another one, which is asked about',
    (key) => {
      const { of, to } = otherValues[key] ?? { of: {}, to: null }
      expect(prints({ ...of, [key]: to })).not.toEqual(prints(of))
    }
  )

  const signIn: Readonly<Record<string, unknown>> = {
    flow: 'client-credentials',
    scopes: ['all'],
    redirectPort: 8080,
    redirect: 'app',
    parameters: { audience: 'evil' },
    signingAlgorithm: 'RS256'
  }
  it.each(keysWith('signIn', 'trust'))('and so is one with another “%s” in its sign-in', (key) => {
    const oauth = { [key]: signIn[key] ?? 'https://evil.example' }
    expect(prints({ ...address, oauth })).not.toEqual(prints({ ...address, oauth: {} }))
  })

  const more: Readonly<Record<string, unknown>> = {
    masked: { A: ['api.example'] },
    listens: [3334],
    installScripts: true
  }
  // Hosts are compared apart from the print: app/host/contained-servers.test.ts.
  it.each(keysWith('sandbox', 'trust').filter((key) => key !== 'hosts'))(
    'and so is one that is contained with more to “%s”, or not at all any more',
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

  it.each(keysWith('identityProvider', 'trust'))('or with another “%s” of its identity provider', (key) => {
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
  })

  const provider = { type: 'anthropic', apiKey: 'one', baseUrl: 'https://models.example' }
  const otherProvider = { type: 'openai-compatible', apiKey: 'two', baseUrl: 'https://evil.example' }
  it.each(keysWith('provider', 'destination'))(
    'a provider with another “%s” is another destination',
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
  it.each(keysWith('collector', 'destination'))('and so is a collector with another “%s”', (key) => {
    const changed = { ...collector, [key]: otherCollector[key as keyof typeof otherCollector] }
    expect(destinationOfCollector(changed).fingerprint).not.toBe(
      destinationOfCollector(collector).fingerprint
    )
  })

  it('folders, prices and tools have rules', () => {
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

  it('what nothing guards is named in docs/security.md', () => {
    const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
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
