/** Answers come only from a user. The page here makes the calls; the user presses, or doesn't. */
import { beforeEach, describe, expect, it } from 'vitest'
import type {
  QuestionAnswer,
  Question,
  ToolCallQuestion,
  ServerTrustQuestion
} from '../../../app/contract/questions/questions'
import { deletionPlaceForSeveral } from '../../../app/contract/approval/place-of-several'
import type { CallInput, CallName } from '../../../app/contract/bridge/calls'
import type { HostError } from '../../../app/base/host-error'
import { say } from '../../../app/texts/render-localized'
import { createApproval, type RequirePerson } from './approval'
import { createPresses, type Presses } from './presses'
import { createQuestionDisplay, type QuestionDisplay } from './shown-questions'

let clock: number
let isAssisted: boolean
let presses: Presses
let shown: QuestionDisplay
let requirePerson: RequirePerson

beforeEach(() => {
  clock = 10_000
  isAssisted = false
  presses = createPresses({ now: () => clock, isAssisted: () => isAssisted })
  shown = createQuestionDisplay(() => clock)
  requirePerson = createApproval(presses, shown)
})

const pass = (ms: number): void => void (clock += ms)
const trustQuestion = (id: string) => ({ type: 'server-trust', id }) as Question
const newServer = (id: string, more: Partial<ServerTrustQuestion> = {}) =>
  ({ type: 'server-trust', id, previous: null, warnings: [], ...more }) as Question
const callQuestion = (id: string, more: Partial<ToolCallQuestion> = {}) =>
  ({ type: 'tool-call', id, conversationId: 'c', toolName: 'read', note: null, ...more }) as Question

interface Pressing {
  readonly kind?: 'pointer' | 'key'
  readonly isActivating?: boolean
  readonly places?: readonly string[]
  /** Milliseconds until the page reports it. */
  readonly delay?: number
}

/** A key or a pointer goes down. */
function press({ kind = 'pointer', isActivating = true, places = [], delay = 3 }: Pressing = {}): void {
  presses.hear(kind)
  pass(delay)
  presses.report({ type: 'press', kind, age: delay, isActivating, places: [...places] })
}

/** A press in the area of the question, made now, that both processes notice only later. */
function hearLate(ms: number): void {
  pass(ms)
  presses.hear('pointer')
  presses.report({ type: 'press', kind: 'pointer', age: ms, isActivating: true, places: ['q'] })
}

const yes = {
  trust: { type: 'server-trust', decision: 'trust' },
  once: { type: 'tool-call', decision: 'allow-once' },
  always: { type: 'tool-call', decision: 'allow-always' },
  onceWithFlow: { type: 'tool-call', decision: 'allow-once', flow: 'server' }
} as const satisfies Record<string, QuestionAnswer>

/** The English message of the error; null if the call is allowed. */
function outcome<N extends CallName>(name: N, input: CallInput<N>): string | null {
  try {
    requirePerson(name, input)
    return null
  } catch (error) {
    expect(error).toMatchObject({ code: 'BRIDGE_NO_PERSON' })
    return (error as HostError).message
  }
}
const answer = (questionId: string, given: QuestionAnswer) =>
  outcome('consent.answer', { questionId, answer: given })

const tooFast = /had only just appeared/u
const noPress = /Only you/u
const elsewhere = /in the question itself/u
const outOfSight = /window was hidden/u

describe('an answer to a question', () => {
  beforeEach(() => shown.change([trustQuestion('q')]))

  it('SEC-11-4 is refused if it trusts a server 4 ms after the server was added', () => {
    pass(4)
    expect(answer('q', yes.trust)).toMatch(noPress)
  })

  it('SEC-11-4 is refused no matter how long a script waits', () => {
    pass(60_000)
    expect(answer('q', yes.trust)).toMatch(noPress)
  })

  it('SEC-11-4 is accepted with a press in its area, 500 ms after it appeared', () => {
    pass(500)
    press({ places: ['q'] })
    expect(answer('q', yes.trust)).toBeNull()
  })

  it('SEC-11-10 is refused if the press began within the first 500 ms, no matter when it was released', () => {
    pass(499)
    press({ places: ['q'], delay: 1 })
    pass(300)
    expect(answer('q', yes.trust)).toMatch(tooFast)
    press({ places: ['q'] })
    expect(answer('q', yes.trust)).toBeNull()
  })

  it('SEC-11-4 is refused for a press outside of its area', () => {
    pass(500)
    press({ places: ['another'] })
    expect(answer('q', yes.trust)).toMatch(elsewhere)
  })

  it('is refused if a letter was typed in its area', () => {
    pass(500)
    press({ kind: 'key', isActivating: false, places: ['q'] })
    expect(answer('q', yes.trust)).toMatch(noPress)
  })

  it('SEC-11-4 is refused for a press that only the page reports', () => {
    pass(500)
    presses.report({ type: 'press', kind: 'pointer', age: 0, isActivating: true, places: ['q'] })
    expect(answer('q', yes.trust)).toMatch(noPress)
  })

  it('is refused for a press of the pointer if only a key was noticed', () => {
    pass(500)
    presses.hear('key')
    presses.report({ type: 'press', kind: 'pointer', age: 0, isActivating: true, places: ['q'] })
    expect(answer('q', yes.trust)).toMatch(noPress)
  })

  it('is refused for a press that never got to the page', () => {
    pass(500)
    presses.hear('pointer')
    expect(answer('q', yes.trust)).toMatch(noPress)
  })

  it('is refused some seconds after the press', () => {
    pass(500)
    press({ places: ['q'] })
    pass(10_000)
    expect(answer('q', yes.trust)).toMatch(noPress)
  })

  it('is accepted if the host was busy and noticed the press seconds later', () => {
    pass(500)
    hearLate(4_000)
    expect(answer('q', yes.trust)).toBeNull()
  })

  it('SEC-11-10 is refused for a press within the first 500 ms, no matter how late the host noticed it', () => {
    pass(499)
    hearLate(1_500)
    expect(answer('q', yes.trust)).toMatch(tooFast)
  })

  it('needs no press for a denial', () => {
    expect(answer('q', { type: 'server-trust', decision: 'keep-stopped' })).toBeNull()
  })

  it('is refused for the first press after the window was hidden', () => {
    pass(500)
    presses.leaveSight()
    press({ places: ['q'] })
    expect(answer('q', yes.trust)).toMatch(outOfSight)
    press({ places: ['q'] })
    expect(answer('q', yes.trust)).toBeNull()
  })

  it('starts the 500 ms again when the page restarts', () => {
    pass(400)
    shown.drawAnew()
    pass(200)
    press({ places: ['q'] })
    expect(answer('q', yes.trust)).toMatch(tooFast)
  })

  it("needs no press if the question isn't open", () => {
    expect(answer('gone', yes.trust)).toBeNull()
  })
})

describe('one press', () => {
  it('counts once', () => {
    shown.change([trustQuestion('q')])
    pass(500)
    press({ places: ['q', 'r'] })
    expect(answer('q', yes.trust)).toBeNull()
    shown.change([trustQuestion('r')])
    expect(answer('r', yes.trust)).toMatch(noPress)
    pass(500)
    expect(answer('r', yes.trust)).toMatch(noPress)
  })

  it('answers no question that waits behind another one', () => {
    shown.change([trustQuestion('q'), callQuestion('r')])
    pass(500)
    press({ places: ['r'] })
    expect(answer('r', yes.once)).toMatch(/on the screen yet/u)
  })

  it('answers no question that appears through the first half of a double click', () => {
    shown.change([callQuestion('q'), callQuestion('r')])
    pass(500)
    press({ places: ['q'] })
    expect(answer('q', yes.once)).toBeNull()
    shown.change([callQuestion('r')])
    pass(120)
    press({ places: ['r'] })
    expect(answer('r', yes.once)).toMatch(tooFast)
  })

  it('on “Allow all once” answers each call that it names, once only', () => {
    shown.change(['q', 'r'].map((id) => callQuestion(id)))
    pass(500)
    press({ places: ['q', 'r'] })
    shown.change(['q', 'r', 's'].map((id) => callQuestion(id)))
    expect(answer('q', yes.once)).toBeNull()
    shown.change([callQuestion('r'), callQuestion('s')])
    pass(500)
    expect(answer('r', yes.always)).toMatch(noPress)
    expect(answer('r', yes.once)).toBeNull()
    expect(answer('r', yes.once)).toMatch(noPress)
    expect(answer('s', yes.once)).toMatch(noPress)
  })

  it.each([
    ['a warning', { warnings: [{ ...say('host.cantStart'), level: 'note' as const }] }],
    ['a note', { note: say('host.cantStart') }],
    ['text of another server in its arguments', { flows: [{}] as unknown as ToolCallQuestion['flows'] }],
    ["a name that isn't an identifier", { toolName: 'read. Safe, Parley says' }]
  ])(
    'SEC-11-4 allows only one call if another call has %s, no matter which button the page names',
    (_, odd) => {
      shown.change([callQuestion('q'), callQuestion('r'), callQuestion('odd', odd)])
      pass(500)
      press({ places: ['q', 'r', 'odd'] })
      expect(answer('q', yes.once)).toBeNull()
      expect(answer('r', yes.once)).toMatch(noPress)
      expect(answer('odd', yes.once)).toMatch(noPress)
    }
  )

  it("allows one call by a button that names some of the calls, because they aren't a group", () => {
    shown.change(['q', 'r', 's'].map((id) => callQuestion(id)))
    pass(500)
    press({ places: ['q', 'r'] })
    expect(answer('q', yes.once)).toBeNull()
    expect(answer('r', yes.once)).toMatch(noPress)
  })

  it('allows no call of another conversation and no other kind of question, no matter what the page says', () => {
    shown.change([callQuestion('q'), callQuestion('other', { conversationId: 'd' }), trustQuestion('t')])
    pass(500)
    press({ places: ['q', 'other', 't'] })
    expect(answer('q', yes.once)).toBeNull()
    shown.change([callQuestion('other', { conversationId: 'd' }), trustQuestion('t')])
    expect(answer('other', yes.once)).toMatch(noPress)
    shown.change([trustQuestion('t')])
    pass(500)
    expect(answer('t', yes.trust)).toMatch(noPress)
  })

  it('allows no second call', () => {
    shown.change([callQuestion('q'), callQuestion('r')])
    pass(500)
    press({ places: ['q'] })
    expect(answer('q', yes.once)).toBeNull()
    expect(answer('r', yes.once)).toMatch(noPress)
  })
})

describe('a single call', () => {
  it('is allowed by a press anywhere, but not for longer', () => {
    shown.change([callQuestion('q')])
    pass(500)
    press()
    expect(answer('q', yes.always)).toMatch(elsewhere)
    expect(answer('q', yes.onceWithFlow)).toMatch(elsewhere)
    expect(answer('q', yes.once)).toBeNull()
  })
})

describe('a click of assistive technology', () => {
  const click = (): void =>
    presses.report({ type: 'press', kind: 'assistive', age: 0, isActivating: true, places: ['q'] })
  beforeEach(() => {
    shown.change([trustQuestion('q')])
    pass(500)
  })

  it('counts while the system reports such technology', () => {
    isAssisted = true
    click()
    expect(answer('q', yes.trust)).toBeNull()
  })

  it("doesn't count without it, and the error says what helps", () => {
    click()
    expect(answer('q', yes.trust)).toContain('--force-renderer-accessibility')
    pass(10_000)
    expect(answer('q', yes.trust)).toMatch(noPress)
    expect(answer('q', yes.trust)).not.toContain('--force-renderer-accessibility')
  })

  it('is the only case whose error mentions such technology', () => {
    expect(answer('q', yes.trust)).not.toContain('assistive')
    press({ kind: 'key', isActivating: false, places: ['q'] })
    expect(answer('q', yes.trust)).not.toContain('assistive')
  })
})

describe('approval without a question', () => {
  it.each([
    [
      'conversation.send',
      { conversationId: 'c', text: 'hi', toolRequest: null, resources: [], prompt: null }
    ],
    ['conversation.retry', { conversationId: 'c' }],
    ['conversation.continue', { conversationId: 'c' }],
    ['queue.send', { conversationId: 'c', queuedId: 'q' }],
    ['context.set-part', { conversationId: 'c', key: 'system', isLeftOut: true }],
    ['context.summarize', { conversationId: 'c', messageId: 'm' }],
    ['context.set-summary', { conversationId: 'c', messageId: 'm', text: 'Obey.' }],
    ['conversation.edit', { conversationId: 'c', messageId: 'm', text: 'Obey.' }],
    ['conversation.regenerate', { conversationId: 'c', messageId: 'm' }],
    ['server.control', { serverName: 's', act: 'start' }],
    ['server.set-options', { serverName: 's', reviewsResults: false }],
    ['server.set-tools', { serverName: 's', toolNames: ['t'], isDisabled: false }],
    [
      'server.set-tools',
      {
        serverName: 's',
        toolNames: ['t'],
        callLimits: { perTurn: null, perConversation: null, perDay: null }
      }
    ],
    ['server.set-tools', { serverName: 's', toolNames: ['t'], isDisabled: false }],
    ['server.save-entry', { previousName: 's', serverName: 's', json: '{}' }],
    ['sampling.set-rule', { serverName: 's', mode: 'automatic' }],
    ['account.act', { serverName: 's', act: 'sign-out' }],
    ['settings.set', { values: { 'conversation.systemPrompt': 'Obey.' } }],
    ['settings.set-roots', { roots: ['/'] }],
    ['app.choose-folder', { addTo: 'settings' }],
    ['app.save-file', { suggestedName: 'a.txt', data: 'YQ==' }],
    ['app.choose-folder', { addTo: { conversationId: 'c' } }],
    [
      'conversation.send',
      {
        conversationId: 'c',
        text: 'hi',
        toolRequest: null,
        resources: [],
        prompt: null,
        folders: ['/home/ada/notes']
      }
    ],
    ['ledger.set-endpoint', { endpoint: 'https://evil.test' }],
    ['model.set-key', { providerName: 'anthropic', apiKey: 'k' }]
  ] as const)('%s requires a press, and uses it once', (name, input) => {
    expect(outcome(name, input as never)).toMatch(noPress)
    press()
    expect(outcome(name, input as never)).toBeNull()
    expect(outcome(name, input as never)).toMatch(noPress)
  })

  it.each([
    ['resource.read', { serverName: 's', uri: 'a:b' }],
    ['prompt.get', { serverName: 's', name: 'p', arguments: { text: 'all that was said' } }],
    [
      'completion.complete',
      {
        serverName: 's',
        reference: { type: 'prompt', name: 'p' },
        argumentName: 'a',
        value: 'v',
        context: {}
      }
    ]
  ] as const)('%s goes to a server any number of times while the user is present', (name, input) => {
    expect(outcome(name, input as never)).toMatch(noPress)
    press()
    expect(outcome(name, input as never)).toBeNull()
    pass(299_000)
    expect(outcome(name, input as never)).toBeNull()
    pass(1_000)
    expect(outcome(name, input as never)).toMatch(noPress)
  })

  it.each([
    ['server.save-entry', { previousName: null, serverName: 's', json: '{}' }],
    ['server.set-options', { serverName: 's', reviewsResults: true, areIconsAllowed: false, timeoutMs: 5 }],
    ['server.set-tools', { serverName: 's', toolNames: ['t'], isDisabled: true }],
    ['server.set-tools', { serverName: 's', toolNames: ['t'], isDisabled: true }],
    ['settings.set', { values: { 'appearance.theme': 'dark' } }],
    ['ledger.set-endpoint', { endpoint: null }]
  ] as const)('%s needs no press if it removes no protection: %j', (name, input) => {
    expect(outcome(name, input as never)).toBeNull()
  })

  it('opens a link from the question about this link, and not by a double click', () => {
    const url = 'https://example.com/'
    press()
    pass(200)
    press({ places: [`link:${url}`] })
    expect(outcome('link.open', { url })).toMatch(tooFast)
    pass(500)
    press({ places: ['link:https://example.com/other'] })
    expect(outcome('link.open', { url })).toMatch(elsewhere)
    pass(500)
    press({ places: [`link:${url}`] })
    expect(outcome('link.open', { url })).toBeNull()
  })

  const ownQuestions = [
    ['server.remove', { serverName: 's' }, 'remove:s'],
    ['conversation.delete', { conversationIds: ['c'] }, 'delete:c'],
    ['conversation.delete', { conversationIds: ['c', 'd'] }, deletionPlaceForSeveral(['c', 'd'])],
    ['conversation.delete-message', { conversationId: 'c', messageId: 'm' }, 'delete:m'],
    ['link.open', { url: 'https://example.com/' }, 'link:https://example.com/']
  ] as const
  it.each(ownQuestions)("%s isn't approved by a double click", (name, input, place) => {
    press()
    pass(300)
    press({ places: [place] })
    expect(outcome(name, input as never)).toMatch(tooFast)
  })

  it.each(ownQuestions)(
    '%s is approved by a press after an earlier one came too early',
    (name, input, place) => {
      press()
      pass(350)
      press({ places: [place] })
      pass(150)
      press({ places: [place] })
      expect(outcome(name, input as never)).toBeNull()
    }
  )
})

describe('the question before several conversations are deleted', () => {
  const several = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`)
  const remove = (conversationIds: string[]) => outcome('conversation.delete', { conversationIds })

  it('approves exactly those that it names, in any number', () => {
    pass(500)
    press({ places: [deletionPlaceForSeveral(several(5_000))] })
    expect(remove(several(5_001))).toMatch(elsewhere)
    expect(remove(several(4_999))).toMatch(elsewhere)
    expect(remove(several(2).map((id) => `x${id}`))).toMatch(elsewhere)
    expect(remove(several(5_000).toReversed())).toBeNull()
    expect(remove(several(5_000))).toMatch(noPress)
  })

  it('has an id of the same length for thousands as for two, and different ids for sets that look alike', () => {
    expect(deletionPlaceForSeveral(several(5_000))).toHaveLength(deletionPlaceForSeveral(['a', 'b']).length)
    expect(deletionPlaceForSeveral(['a', 'b'])).not.toBe(deletionPlaceForSeveral(['a b']))
    expect(deletionPlaceForSeveral(['a', 'b'])).not.toBe(deletionPlaceForSeveral(['a","b']))
  })
})

describe('waiting changes of the settings file', () => {
  const use = (id: string) => outcome('settings.answer-waiting-change', { id, isUsed: true })
  beforeEach(() => shown.noteHeld('held'))

  it('accept a press 500 ms after their notice appears, no matter what was pressed before', () => {
    pass(499)
    press({ places: ['held'], delay: 0 })
    expect(use('held')).toMatch(tooFast)
    press()
    press({ places: ['held'] })
    expect(use('held')).toBeNull()
  })

  it('refuse a press outside of the notice, and one for a previous state of the file', () => {
    pass(500)
    press()
    expect(use('held')).toMatch(elsewhere)
    press({ places: ['held'] })
    shown.noteHeld('others')
    press({ places: ['held'] })
    expect(use('others')).not.toBeNull()
  })

  it('start the 500 ms again when the page restarts, and not when the settings are published again', () => {
    pass(500)
    shown.noteHeld('held')
    press({ places: ['held'] })
    expect(use('held')).toBeNull()
    shown.drawAnew()
    press({ places: ['held'] })
    expect(use('held')).toMatch(tooFast)
  })

  it('need no press to be discarded', () => {
    expect(outcome('settings.answer-waiting-change', { id: 'held', isUsed: false })).toBeNull()
  })
})

describe('a press that trusts several servers', () => {
  const changed = newServer('x', { previous: {} as ServerTrustQuestion['act'] })

  it('trusts exactly the shown servers that it names, each once', () => {
    shown.change([newServer('a'), newServer('b'), newServer('c')])
    pass(500)
    press({ places: ['a', 'b'] })
    expect(answer('a', yes.trust)).toBeNull()
    shown.change([newServer('b'), newServer('c')])
    expect(answer('b', yes.trust)).toBeNull()
    expect(answer('b', yes.trust)).not.toBeNull()
    expect(answer('c', yes.trust)).not.toBeNull()
  })

  it('trusts only the first if one that it names needs a separate review', () => {
    shown.change([newServer('a'), newServer('b'), changed])
    pass(500)
    press({ places: ['a', 'b', 'x'] })
    expect(answer('a', yes.trust)).toBeNull()
    expect(answer('x', yes.trust)).not.toBeNull()
    expect(answer('b', yes.trust)).not.toBeNull()
  })

  it('trusts a changed server by a separate press', () => {
    shown.change([changed, newServer('a')])
    pass(500)
    press({ places: ['x'] })
    expect(answer('x', yes.trust)).toBeNull()
    expect(answer('a', yes.trust)).not.toBeNull()
  })

  it("doesn't trust a server that was added within the last 500 ms", () => {
    shown.change([newServer('a'), newServer('b')])
    pass(500)
    shown.change([newServer('a'), newServer('b'), newServer('c')])
    pass(499)
    press({ places: ['a', 'b', 'c'], delay: 0 })
    expect(answer('a', yes.trust)).toBeNull()
    expect(answer('c', yes.trust)).not.toBeNull()
    expect(answer('b', yes.trust)).toBeNull()
  })

  it('approves nothing else', () => {
    shown.change([newServer('a'), callQuestion('q'), newServer('b')])
    pass(500)
    press({ places: ['a', 'q', 'b'] })
    expect(answer('a', yes.trust)).toBeNull()
    expect(answer('q', yes.always)).not.toBeNull()
    expect(answer('b', yes.trust)).toBeNull()
  })
})
