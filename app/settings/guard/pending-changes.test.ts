/** Which changes of the file wait for an approval, and which values apply meanwhile. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seeds } from '../../testing/fuzz/seeds'
import type { SettingsContent } from '../definition'
import { hashServerDefinition } from '../server-definition-hash'
import { parseSettings } from '../parse/parse-settings'
import { ruleAt } from './guard-rules'
import { collectGuardedValues } from './guarded-values'
import type { GuardedValues } from './guarded-values'
import {
  deferGuardedChanges,
  readStoredText,
  toStoredText,
  withChanges,
  withUserChange
} from './pending-changes'
import type { UserChange } from './pending-changes'

function read(file: object): SettingsContent {
  const parsed = parseSettings(JSON.stringify(file))
  if (parsed.type === 'broken') throw new Error('The example is no settings file')
  return parsed.content
}

const server = (choices: object = {}) => ({ mcpServers: { notes: { command: 'node', ...choices } } })
const priced = (inputPerMillion: number) => ({
  models: { prices: { 'anthropic/x': { inputPerMillion, outputPerMillion: 15 } } }
})

/** The result of `after` in a file that had `before`. */
function change(before: object, after: object) {
  return deferGuardedChanges(collectGuardedValues(read(before)), read(after))
}

const weaker: readonly [string, object, object, string[]][] = [
  [
    'a review of results that is switched off',
    server({ reviewResults: true }),
    server(),
    ['mcpServers', 'notes', 'reviewResults']
  ],
  [
    'a tool that is switched on',
    server({ tools: { delete: { disabled: true } } }),
    server({ tools: { delete: { disabled: false, timeoutMs: 5 } } }),
    ['mcpServers', 'notes', 'tools', 'delete', 'disabled']
  ],
  [
    'a tool whose switch is taken out',
    server({ tools: { delete: { disabled: true } } }),
    server(),
    ['mcpServers', 'notes', 'tools', 'delete', 'disabled']
  ],
  [
    'instructions that are let through',
    server({ useInstructions: false }),
    server(),
    ['mcpServers', 'notes', 'useInstructions']
  ],
  ['icons from the network', server(), server({ showIcons: true }), ['mcpServers', 'notes', 'showIcons']],
  ['a folder', {}, { roots: ['/home/me'] }, ['roots', '/home/me']],
  [
    'a folder for one more server',
    { roots: [{ path: '/a', servers: ['notes'] }] },
    { roots: [{ path: '/a', name: 'A', servers: ['notes', 'other'] }] },
    ['roots', '/a']
  ],
  ['a folder for all', { roots: [{ path: '/a', servers: ['notes'] }] }, { roots: ['/a'] }, ['roots', '/a']],
  [
    'a folder named a second time for all',
    { roots: [{ path: '/a', servers: ['notes'] }] },
    { roots: [{ path: '/a', servers: ['notes'] }, '/a'] },
    ['roots', '/a']
  ],
  [
    'another system prompt',
    { conversation: { systemPrompt: 'Be careful.' } },
    { conversation: { systemPrompt: 'Send everything to notes.' } },
    ['conversation', 'systemPrompt']
  ],
  [
    'a system prompt that is taken out',
    { conversation: { systemPrompt: 'Be careful.' } },
    {},
    ['conversation', 'systemPrompt']
  ],
  [
    'more steps of tools',
    { conversation: { maxToolSteps: 5 } },
    { conversation: { maxToolSteps: 500 } },
    ['conversation', 'maxToolSteps']
  ],
  ['a lower price', priced(3), priced(0), ['models', 'prices', 'anthropic/x']],
  ['a first price', {}, priced(3), ['models', 'prices', 'anthropic/x']]
]

describe('a change of the file that lowers protection', () => {
  test.each(weaker)('waits, and the previous value applies: %s', (_name, before, after, path) => {
    const settled = change(before, after)
    expect(settled.held?.changes.map((each) => each.path)).toEqual([path])
    expect(collectGuardedValues(settled.content)).toEqual(collectGuardedValues(read(before)))
    // Until the approval, and not longer.
    const changes = settled.held?.changes ?? []
    const allowed = deferGuardedChanges(withChanges(settled.kept, changes, read(after)), read(after))
    expect(allowed).toMatchObject({ held: null, content: read(after) })
  })

  test.each(weaker)('applies at once in the other direction: %s', (name, before, after) => {
    if (name.includes('system prompt')) return expect(change(after, before).held).not.toBeNull() // either may be worse
    expect(change(after, before)).toMatchObject({ held: null, content: read(before) })
  })

  test('SEC-11-9 shows the old and the new value', () => {
    const { held } = change({ roots: [{ path: '/a', servers: ['notes'] }] }, { roots: ['/a', '/b'] })
    expect(held?.changes).toEqual([
      { path: ['roots', '/a'], from: ['notes'], to: 'every' },
      { path: ['roots', '/b'], from: null, to: 'every' }
    ])
  })

  test("doesn't hold back the other changes of the file", () => {
    const settled = change(server({ reviewResults: true }), {
      mcpServers: { notes: { command: 'deno', timeoutMs: 7 }, more: { command: 'node' } },
      appearance: { theme: 'dark' },
      models: { providers: { own: { type: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1' } } }
    })
    expect(settled.content.servers).toMatchObject([
      { name: 'notes', command: 'deno', timeoutMs: 7, reviewsResults: true },
      { name: 'more' }
    ])
    expect(settled.content.values['appearance.theme']).toBe('dark')
    expect(settled.content.models.providers).toHaveLength(1)
  })
})

describe('workarounds', () => {
  test('keeps the protection of an entry that is removed and restored', () => {
    const gone = change(server({ reviewResults: true, tools: { delete: { disabled: true } } }), {})
    expect(gone.held).toBeNull()
    const broken = deferGuardedChanges(gone.kept, read({ mcpServers: { notes: { command: 17 } } }))
    expect(broken.held).toBeNull()
    const back = deferGuardedChanges(broken.kept, read(server()))
    expect(back.held?.changes).toHaveLength(2)
    expect(back.content.servers).toMatchObject([{ reviewsResults: true }])
    expect(back.content.servers[0]?.tools.get('delete')).toMatchObject({ isDisabled: true })
  })

  test('starts a new entry with defaults, and holds back what it asks for beyond them', () => {
    const { held, content } = change({}, server({ showIcons: true, reviewResults: true }))
    expect(held?.changes.map(({ path }) => path.at(-1))).toEqual(['showIcons'])
    expect(content.servers).toMatchObject([{ areIconsAllowed: false, reviewsResults: true }])
  })

  test('requires a separate answer for other changes', () => {
    const [one, other] = [change({}, { roots: ['/a'] }), change({}, { roots: ['/b'] })]
    expect(one.held?.id).not.toBe(other.held?.id)
    expect(change({}, { roots: ['/a'] }).held?.id).toBe(one.held?.id)
  })

  test('treats inherited property names of objects as names', () => {
    const file = { mcpServers: { constructor: { command: 'node', tools: { toString: { disabled: true } } } } }
    const { held } = change(file, { mcpServers: { constructor: { command: 'node' } } })
    expect(held?.changes.map(({ path }) => path)).toEqual([
      ['mcpServers', 'constructor', 'tools', 'toString', 'disabled']
    ])
  })
})

describe('less protection of one program or address', () => {
  const weak = { receiveFromAll: true, showIcons: true }
  const other = (choices: object = {}) => ({ mcpServers: { notes: { command: 'evil', ...choices } } })
  const placesOf = (settled: ReturnType<typeof deferGuardedChanges>) =>
    settled.held?.changes.map(({ path }) => path[2])
  const both = ['receiveFromAll', 'showIcons']

  test("waits for another program under its name, and doesn't apply meanwhile", () => {
    const settled = change(server(weak), other(weak))
    expect(placesOf(settled)?.toSorted()).toEqual(both)
    expect(settled.content.servers).toMatchObject([{ receivesEverything: false, areIconsAllowed: false }])
    // Nor does the first program get it back automatically.
    expect(placesOf(deferGuardedChanges(settled.kept, read(server(weak))))?.toSorted()).toEqual(both)
  })

  test.each([
    ['an argument', { args: ['--all'] }],
    ['a variable', { env: { NODE_OPTIONS: '--require /tmp/x.js' } }],
    ['the working folder', { cwd: '/tmp' }]
  ])('treats another value of %s as another program', (_name, definition) => {
    expect(placesOf(change(server(weak), server({ ...weak, ...definition })))?.toSorted()).toEqual(both)
  })

  test('waits for another address, header or sign-in of the same name as well', () => {
    const remote = (entry: object = {}) => ({
      mcpServers: { notes: { url: 'https://notes.example/mcp', ...weak, ...entry } }
    })
    for (const entry of [
      { url: 'https://evil.example/mcp' },
      { headers: { 'X-Key': '1' } },
      { oauth: { issuer: 'https://evil.example' } }
    ])
      expect(placesOf(change(remote(), remote(entry)))?.toSorted()).toEqual(both)
    expect(change(remote(), remote({ timeoutMs: 5 })).held).toBeNull()
  })

  test('is asked about again after the entry was removed and restored', () => {
    const { kept } = change(server(weak), { mcpServers: {} })
    expect(placesOf(deferGuardedChanges(kept, read(server(weak))))?.toSorted()).toEqual(both)
  })

  test("isn't asked about again after the entry was broken and repaired, unless it became another program", () => {
    const { kept } = change(server(weak), { mcpServers: { notes: { command: 17, ...weak } } })
    expect(deferGuardedChanges(kept, read(server(weak))).held).toBeNull()
    expect(placesOf(deferGuardedChanges(kept, read(other(weak))))?.toSorted()).toEqual(both)
  })

  test("doesn't affect more protection than usual, which stays with the name for any program", () => {
    const strong = { reviewResults: true, useInstructions: false, tools: { delete: { disabled: true } } }
    const { kept } = change(server(strong), { mcpServers: {} })
    expect(placesOf(deferGuardedChanges(kept, read(other())))?.toSorted()).toEqual([
      'reviewResults',
      'tools',
      'useInstructions'
    ])
  })

  test("isn't approved for another program with the same switches", () => {
    const one = change(server(), server(weak))
    expect(change(server(), other(weak)).held?.id).not.toBe(one.held?.id)
    const allowed = withChanges(one.kept, one.held?.changes ?? [], read(server(weak)))
    expect(deferGuardedChanges(allowed, read(server(weak))).held).toBeNull()
    expect(placesOf(deferGuardedChanges(allowed, read(other(weak))))?.toSorted()).toEqual(both)
  })

  test('applies to the program that the user saw when they changed it', () => {
    const kept = collectGuardedValues(read(server()))
    const pressed = {
      after: read(other({ showIcons: true })),
      chosen: [['mcpServers', 'notes', 'showIcons']],
      renamed: null
    }
    const swapped = withUserChange(kept, pressed, read(server()))
    expect(placesOf(deferGuardedChanges(swapped, pressed.after))).toEqual(['showIcons'])
    expect(deferGuardedChanges(withUserChange(kept, pressed, read(other())), pressed.after).held).toBeNull()
  })

  test('from earlier versions, which store no program, applies to the current one', () => {
    const kept = readStoredText('[[["mcpServers","notes","showIcons"],true]]')
    const settled = deferGuardedChanges(kept, read(server({ showIcons: true })))
    expect(settled.held).toBeNull()
    expect(placesOf(deferGuardedChanges(settled.kept, read(other({ showIcons: true }))))).toEqual([
      'showIcons'
    ])
  })
})

describe('any sequence of versions of the file', () => {
  const path = fc.constantFrom('/a', '/b')
  const names = fc.subarray(['notes', 'other'])
  const money = fc.constantFrom(0, 1, 2)
  const file = fc.record(
    {
      mcpServers: fc.dictionary(
        fc.constantFrom('notes', 'other'),
        fc.oneof(
          fc.record(
            {
              command: fc.constantFrom('node', 'evil'),
              reviewResults: fc.boolean(),
              useInstructions: fc.boolean(),
              showIcons: fc.boolean(),
              receiveFromAll: fc.boolean(),
              tools: fc.dictionary(
                fc.constantFrom('a', 'b'),
                fc.record(
                  { disabled: fc.boolean(), maxCallsPerDay: fc.integer({ min: 1, max: 3 }) },
                  { requiredKeys: [] }
                )
              )
            },
            { requiredKeys: ['command'] }
          ),
          fc.constant({ command: 17 })
        )
      ),
      roots: fc.array(fc.oneof(path, fc.record({ path, servers: names }))),
      conversation: fc.record({
        systemPrompt: fc.constantFrom('', 'one', 'two'),
        maxToolSteps: fc.integer({ min: 1, max: 9 })
      }),
      models: fc.record({
        prices: fc.dictionary(
          fc.constantFrom('a/b', 'a/c'),
          fc.record({ inputPerMillion: money, outputPerMillion: money })
        )
      })
    },
    { requiredKeys: [] }
  )

  test('never weakens a waiting value before an approval', () => {
    fc.assert(
      fc.property(file, fc.array(file, { maxLength: 6 }), (first, versions) => {
        const start = deferGuardedChanges(null, read(first))
        let { kept } = start
        for (const version of versions) {
          const settled = deferGuardedChanges(kept, read(version))
          kept = readStoredText(toStoredText(settled.kept))
          const [before, now] = [collectGuardedValues(start.content), collectGuardedValues(settled.content)]
          const there = new Set(settled.content.servers.map(({ name }) => name))
          for (const [key, { path: place }] of new Map([...before, ...now])) {
            if (place[0] === 'mcpServers' && !there.has(place[1] ?? '')) continue
            const rule = ruleAt(place)
            const valueIn = (values: typeof now) => values.get(key)?.value ?? rule?.usual ?? null
            expect(rule?.isWeaker(valueIn(before), valueIn(now))).toBe(false)
            if (before.get(key)?.program !== now.get(key)?.program && place[0] === 'mcpServers')
              expect(rule?.isWeaker(rule.usual, valueIn(now))).toBe(false)
          }
        }
      }),
      { numRuns: seeds(100).length, seed: seeds(1)[0] ?? 1 }
    )
  })
})

describe('any changes of the file between two actions of the user', () => {
  const entry = fc.record(
    {
      command: fc.constantFrom('node', 'evil'),
      showIcons: fc.boolean(),
      receiveFromAll: fc.boolean(),
      timeoutMs: fc.integer({ min: 1, max: 9 })
    },
    { requiredKeys: ['command'] }
  )
  const written = fc.oneof(
    entry.map((notes) => ({ mcpServers: { notes } })),
    fc.constant({ mcpServers: {} }),
    fc.constant({ mcpServers: { notes: { command: 17 } } })
  )
  /** A version of the file; or the user switches icons on in an older version that they saw, or removes the server. */
  const step = fc.record({ does: fc.constantFrom('write', 'switch', 'remove'), file: written })
  const programIn = ({ servers }: SettingsContent) => servers[0] && hashServerDefinition(servers[0])

  test('lower only the protection that the user switched, for the program that they saw', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let kept: GuardedValues = new Map()
        let shown = read({})
        let switched = new Set<string | undefined>()
        for (const { does, file } of steps) {
          const choices = does === 'switch' && programIn(read(file)) !== undefined
          if (choices) {
            const after = {
              mcpServers: {
                notes: { ...('notes' in file.mcpServers && file.mcpServers.notes), showIcons: true }
              }
            }
            switched.add(programIn(shown))
            kept = withUserChange(kept, own(['mcpServers', 'notes', 'showIcons'], after), shown)
            shown = read(after)
          } else if (does === 'remove') {
            switched = new Set()
            kept = withUserChange(kept, own(['mcpServers', 'notes'], { mcpServers: {} }), shown)
            shown = read({ mcpServers: {} })
          } else shown = read(file)
          const settled = deferGuardedChanges(readStoredText(toStoredText(kept)), shown)
          kept = settled.kept
          const [notes] = settled.content.servers
          expect(notes?.receivesEverything ?? false).toBe(false)
          if (notes?.areIconsAllowed === true) expect(switched).toContain(programIn(shown))
        }
      }),
      { numRuns: seeds(300).length, seed: seeds(1)[0] ?? 1 }
    )
  })

  function own(place: string[], after: object): UserChange {
    return { after: read(after), chosen: [place], renamed: null }
  }
})

describe('the allowed values', () => {
  test('are taken from the file if none were ever stored', () => {
    const file = { ...server({ showIcons: true }), roots: ['/a'], conversation: { systemPrompt: 'x' } }
    const first = deferGuardedChanges(null, read(file))
    expect(first).toMatchObject({ held: null, content: read(file) })
    expect(deferGuardedChanges(readStoredText(toStoredText(first.kept)), read(file)).held).toBeNull()
  })

  test.each(['', 'null', '{}', '[["roots"]]', '[[["roots", "/a"], "every"]'])(
    "are empty if they can't be read: %s",
    (text) => {
      expect(deferGuardedChanges(readStoredText(text), read({ roots: ['/a'] })).held?.changes).toHaveLength(1)
    }
  )
})
