import { describe, expect, it } from 'vitest'
import type { Message } from '../contract/conversations'
import { ConversationSources } from './conversation-sources'
import { foldText } from './fold-text'
import type { DefinitionText } from './interface'
import { answered, called, createTestMessage, createTextPart } from './testing/sample-messages'
import { runToResult, runSteps } from './testing/run-steps'
import { foreignText, ownText, userText } from './word-index'
import { splitFoldedWords } from './folded-words'

const secret = 'the vault code is 7391-blue'

function learned(messages: readonly Message[], defined: readonly DefinitionText[] = []): ConversationSources {
  const sources = new ConversationSources()
  runToResult(sources.learn(messages, defined))
  return sources
}

function authorsOf(sources: ConversationSources, wanted: string) {
  return runToResult(sources.find(foldText(wanted))).commons.map(({ author }) => author)
}
const typesOf = (sources: ConversationSources, wanted: string) =>
  authorsOf(sources, wanted).map(({ type }) => type)

describe('finding the texts of a conversation', () => {
  it('returns them with their author, in the order of the conversation', () => {
    const messages = [
      createTestMessage('user', [createTextPart(`I know: ${secret}`)], 1),
      createTestMessage(
        'assistant',
        [called('mail', `Mail: ${secret}`), createTextPart(`So ${secret}`, 1)],
        2
      ),
      createTestMessage('assistant', [called('notes', `Note: ${secret}`)], 3)
    ]
    const definition = { serverName: 'weather', toolName: 'get', text: `Say ${secret}` }
    expect(authorsOf(learned(messages, [definition]), secret)).toEqual([
      { type: 'definition', serverName: 'weather', toolName: 'get' },
      { type: 'person', serverName: null },
      { type: 'tool', serverName: 'mail', toolName: 'read' },
      { type: 'model' },
      { type: 'tool', serverName: 'notes', toolName: 'read' }
    ])
  })

  it('finds decoded text, too', () => {
    const encoded = Buffer.from(secret).toString('base64')
    expect(typesOf(learned([answered('notes', encoded)]), secret)).toEqual(['tool'])
  })

  it('needs nine letters for text of the user, and twelve for other text', () => {
    const both = (words: string) =>
      typesOf(
        learned([
          createTestMessage('user', [createTextPart(`<${words}>`)], 1),
          answered('notes', `<${words}>`)
        ]),
        `[${words}]`
      )
    expect(both('abcdefgh')).toEqual([])
    expect(both('abcdefghi')).toEqual(['person'])
    expect(both('abcdefghijk')).toEqual(['person'])
    expect(both('abcdefghijkl')).toEqual(['person', 'tool'])
  })

  it('says how far it compared', () => {
    const wanted = foldText(secret)
    expect(runToResult(learned([]).find(wanted)).end).toBe(wanted.units.length)
  })
})

describe('learning a conversation', () => {
  it('adds new messages, and reads none twice', () => {
    const sources = new ConversationSources()
    const first = answered('notes', secret)
    const { steps } = runSteps(sources.learn([first], []))
    expect(steps.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(2 * secret.length)
    expect(runSteps(sources.learn([first], [])).steps).toEqual([])
    const second = createTestMessage('assistant', [called('mail', 'the harbour master is away')], 3)
    runToResult(sources.learn([first, second], []))
    expect(typesOf(sources, secret)).toEqual(['tool'])
    expect(typesOf(sources, 'harbour master is away')).toEqual(['tool'])
  })

  it('adds a message that continues, with each text once', () => {
    const sources = new ConversationSources()
    runToResult(sources.learn([createTestMessage('assistant', [createTextPart('the vault')], 2)], []))
    runToResult(sources.learn([createTestMessage('assistant', [createTextPart(secret)], 2)], []))
    runToResult(
      sources.learn(
        [createTestMessage('assistant', [createTextPart(secret), called('notes', secret, { step: 1 })], 2)],
        []
      )
    )
    expect(typesOf(sources, secret)).toEqual(['model', 'tool'])
  })

  it('forgets a removed message', () => {
    const sources = learned([
      answered('notes', secret),
      createTestMessage('user', [createTextPart('the harbour master')], 3)
    ])
    runToResult(sources.learn([createTestMessage('user', [createTextPart('the harbour master')], 3)], []))
    expect(typesOf(sources, secret)).toEqual([])
    expect(typesOf(sources, 'the harbour master')).toEqual(['person'])
    // Reordered text of it is also forgotten.
    const found = runToResult(
      sources.words.search(
        splitFoldedWords(foldText('blue 7391 code vault')),
        sources.judge(() => false)
      )
    )
    expect(found).toEqual([])
    // It is learned again when it comes back.
    runToResult(sources.learn([answered('notes', secret)], []))
    expect(typesOf(sources, secret)).toEqual(['tool'])
  })

  it('keeps server metadata, no matter which messages there are', () => {
    const definition = { serverName: 'weather', toolName: null, text: secret }
    const sources = learned([answered('notes', 'something else')], [definition])
    runToResult(sources.learn([], [definition]))
    expect(authorsOf(sources, secret)).toEqual([
      { type: 'definition', serverName: 'weather', toolName: null }
    ])
  })

  it('uses the visible text of a definition', () => {
    const definition = { serverName: 'weather', toolName: null, text: secret.replace('vault', 'va\u200bult') }
    expect(typesOf(learned([], [definition]), secret)).toEqual(['definition'])
  })

  // Skipped in mutation runs, where the code is too slow.
  it.skipIf(process.env['PARLEY_MUTATED'])('limits the size, and drops the oldest texts first', () => {
    // Letters that are never searched, but counted.
    const filler = (number: number) =>
      createTestMessage(
        'user',
        [createTextPart(`this is filler number ${number}: ${'ab'.repeat(450_000)}`)],
        number
      )
    const messages = [answered('notes', secret), filler(3), filler(4), filler(5), filler(6)]
    const sources = learned(messages)
    expect(typesOf(sources, secret)).toEqual(['tool'])
    const more = [...messages, filler(7)]
    runToResult(sources.learn(more, []))
    expect(typesOf(sources, secret)).toEqual([])
    expect(typesOf(sources, 'filler number 3: ab')).toHaveLength(4)
    // Nothing is read again for it, and new text replaces what is now the oldest.
    expect(runSteps(sources.learn(more, [])).steps).toEqual([])
    runToResult(
      sources.learn(
        [...more, filler(8), createTestMessage('assistant', [called('mail', secret)], 9)].slice(1),
        []
      )
    )
    expect(typesOf(sources, 'filler number 8: ab')).toHaveLength(4)
    expect(typesOf(sources, secret)).toEqual(['tool'])
  })
})

describe('the role of a text for a call', () => {
  it('depends on its author', () => {
    const sources = learned([
      createTestMessage('user', [createTextPart('words of mine')], 1),
      createTestMessage(
        'assistant',
        [called('notes', 'words of notes'), createTextPart('words of the model', 1)],
        2
      )
    ])
    const { kinds, ranks } = sources.judge(({ type }) => type === 'model')
    expect([...kinds]).toEqual([userText, foreignText, ownText])
    expect([...ranks]).toEqual([0, 1_000_001, 1_000_002])
    expect(sources.sourceOf(1)?.author).toEqual({ type: 'tool', serverName: 'notes', toolName: 'read' })
    expect(sources.sourceOf(99)).toBeUndefined()
  })

  it('puts descriptions first, and ignores reordered text of them', () => {
    const definition = { serverName: 'weather', toolName: null, text: 'yellow harbour lanterns' }
    const sources = learned([createTestMessage('user', [createTextPart('hello')], 1)], [definition])
    const { ranks, kinds } = sources.judge(() => false)
    expect(ranks[0]).toBe(-1_000_000)
    expect([...kinds]).toEqual([foreignText, userText])
    expect(
      runToResult(
        sources.words.search(splitFoldedWords(foldText('lanterns harbour yellow')), { kinds, ranks })
      )
    ).toEqual([])
  })
})
