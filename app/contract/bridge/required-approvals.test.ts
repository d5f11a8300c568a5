/**
 * What each call needs, written out for the inputs that make a difference. The product derives it from the rows of the calls:
 * a call that becomes cheaper there fails here.
 */
import { describe, expect, it } from 'vitest'
import { calls, findRequiredApproval, type CallInput, type CallName } from './calls'
import { serverSettings, simpleSettings } from '../simple-settings'

/** `approves/proof`, then the mark of the place if the press must be there. null: the call needs nothing. */
type Expected = string | null

/** Inputs and what each needs, for a call whose approval depends on its input. */
type Cases = readonly (readonly [input: unknown, expected: Expected])[]

const noLimits = { perTurn: null, perConversation: null, perDay: null }

const always: Readonly<Partial<Record<CallName, Expected>>> = {
  'app.snapshot': null,
  'app.finish-welcome': null,
  'app.open-newest': null,
  'app.conversation-shown': null,
  'app.save-file': 'sends/press',
  'app.licences': null,
  'app.copy-text': null,
  'app.copy-image': null,
  'app.drop-folders': null,
  'link.judge': null,
  'consent.revoke': null,
  'exchange.control': null,
  'test.read': null,
  'test.check': null,
  'test.save': null,
  'test.add': null,
  'test.write': null,
  'test.run': 'sends/press',
  'test.stop': null,
  'conformance.read': null,
  'conformance.stop': null,
  'conformance.save': 'sends/press',
  'conversation.create': null,
  'conversation.read': null,
  'conversation.rename': null,
  'conversation.search': null,
  'conversation.find': null,
  'conversation.read-result': null,
  'conversation.set-model': null,
  'conversation.set-choices': 'permits/press',
  'assistant.save': 'permits/press',
  'conversation.send': 'sends/press',
  'queue.send': 'sends/press',
  'queue.take': null,
  'queue.remove': null,
  'conversation.stop': null,
  'conversation.continue': 'sends/press',
  'conversation.retry': 'sends/press',
  'conversation.edit': 'sends/press',
  'conversation.regenerate': 'sends/press',
  'conversation.show-branch': null,
  'conversation.keep-waiting': null,
  'conversation.cancel-tool-call': null,
  'archive.export': 'sends/press',
  'archive.import': 'reveals/press',
  'archive.stop-import': null,
  'archive.to-markdown': null,
  'draft.keep': null,
  'folder.save': null,
  'folder.remove': null,
  'folder.move-conversations': null,
  'folder.set-place': null,
  'diagram.draw': null,
  'preview.open': 'runs/press',
  'preview.replace': null,
  'preview.close': null,
  'spelling.check': null,
  'spelling.offer': null,
  'spelling.read': null,
  'file.add': null,
  'file.show': null,
  'file.remove': null,
  'tool.search': null,
  'tool.read': null,
  'tool.check-arguments': null,
  'resource.list': null,
  'resource.read': 'sends/present',
  'resource.expand-template': null,
  'prompt.list': null,
  'prompt.get': 'sends/present',
  'completion.complete': 'sends/present',
  'server.diagnose': 'runs/press',
  'server.cancel-diagnosis': null,
  'server.read': null,
  'server.refresh-tools': null,
  'log.read': null,
  'log.measure': null,
  'messages.find': null,
  'messages.locate': null,
  'messages.complete-filter': null,
  'messages.read': null,
  'messages.export': null,
  'messages.list-methods': null,
  'messages.check': null,
  'messages.send': 'sends/press',
  'messages.stop': null,
  'difference.list-sides': null,
  'difference.keep': null,
  'difference.choose-file': 'reveals/press',
  'difference.read': null,
  'bundle.choose': 'reveals/press',
  'adding.read': null,
  'adding.close': null,
  'other-apps.find': 'reveals/press',
  'other-apps.import': 'sends/press',
  'server.paste': null,
  'icon.read': null,
  'account.test': 'sends/press',
  'server.set-secret': 'sends/press',
  'consent.stop': null,
  'consent.check-content': null,
  'consent.read-target': 'reveals/present',
  'lock-file.export': null,
  'lock-file.import': null,
  'sandbox.read': null,
  'server.update-package': 'sends/press',
  'server.allow-folder': 'runs/press',
  'sampling.set-rule': 'permits/press',
  'sampling.stop': null,
  'directory.get-bundle': null,
  'directory.list-installed': null,
  'directory.update': 'runs/press',
  'ledger.search': null,
  'ledger.verify': null,
  'ledger.export': null,
  'difference.read-card': 'sends/press',
  'difference.read-entry': 'sends/present',
  'difference.read-published': null,
  'recording.start': 'destroys/press',
  'recording.stop': null,
  'recording.read': null,
  'recording.save': 'sends/press',
  'recording.add': 'reveals/press',
  'recording.discard': 'destroys/press',
  'replay.open': 'reveals/press',
  'replay.add-recording': 'reveals/press',
  'replay.run': 'sends/press',
  'replay.stop': null,
  'replay.close': null,
  'health.read': null,
  'health.export': 'sends/press',
  'ledger.ask-collector': null,
  'settings.set-roots': 'permits/press',
  'app.open-file': 'opens/press',
  'model.add-provider': 'sends/press',
  'model.find-local': null,
  'model.remove-provider': null,
  'context.read': null,
  'context.summarize': 'sends/press',
  'context.read-parts': null,
  'context.read-part': null,
  'context.set-part': 'sends/press',
  'model.refresh': null,
  'usage.read': null,
  'usage.read-conversation': null,
  'context.list-sent': null,
  'context.read-sent': null,
  'model.find-program': null,
  'model.pull': 'sends/press',
  'model.stop-pull': null,
  'view.open': null,
  'view.prepare': null,
  'view.close': null,
  'view.inspect': 'sends/present',
  'view.forget-context': null,
  'view.show': null,
  'view.list-traces': null,
  'view.read-trace': null,
  'view.open-inspected': 'sends/present',
  'view.change-context': null,
  'view.send-step': 'sends/press',
  'view.call-tool': 'sends/press',
  'window.show-conversation': 'opens/press',
  'window.show-server': 'opens/press',
  'window.zoom': null,
  'window.act': 'opens/press'
}

const byInput: Readonly<Partial<Record<CallName, Cases>>> = {
  'preview.open-in-browser': [[{ previewId: 'p1' }, 'opens/in-place preview:p1']],
  'link.open': [[{ url: 'https://a.example/' }, 'opens/in-place link:https://a.example/']],
  'conversation.delete': [
    [{ conversationIds: ['c'] }, 'destroys/seen delete:c'],
    [
      { conversationIds: ['b', 'a', 'b'] },
      'destroys/in-place delete-several:0473ef2dc0d324ab659d3580c1134e9d812035905c4781fdd6d529b0c6860e13'
    ]
  ],
  'conversation.delete-message': [[{ conversationId: 'c', messageId: 'm' }, 'destroys/seen delete:m']],
  'conversation.set-folders': [
    [{ conversationId: 'c', folders: [] }, null],
    [{ conversationId: 'c', folders: ['/home/ada'] }, 'permits/press']
  ],
  'assistant.remove': [[{ assistantId: 'a' }, 'destroys/seen delete:a']],
  'context.set-summary': [
    [{ conversationId: 'c', messageId: 'm', text: null }, null],
    [{ conversationId: 'c', messageId: 'm', text: '' }, 'sends/press']
  ],
  'resource.follow': [
    [{ serverName: 's', uri: 'u', isFollowed: true }, 'sends/present'],
    [{ serverName: 's', uri: 'u', isFollowed: false }, null]
  ],
  'directory.read': [
    [{ source: 'registry', search: '', cursor: null }, 'sends/present'],
    [{ source: 'shipped', search: '', cursor: null }, null]
  ],
  'directory.read-versions': [
    [{ source: 'registry', name: 'a.example/n' }, 'sends/present'],
    [{ source: 'shipped', name: 'a.example/n' }, null]
  ],
  'sandbox.set': [
    [{ serverName: 's', isSandboxed: true }, 'runs/press'],
    [{ serverName: 's', isSandboxed: false }, 'weakens/press']
  ],
  'server.clear': [
    [{ serverName: 's', what: 'private-folder' }, 'destroys/seen clear:s'],
    [{ serverName: 's', what: 'file-activity' }, null],
    [{ serverName: 's', what: 'messages' }, null]
  ],
  'server.control': [
    [{ serverName: 's', act: 'start' }, 'runs/press'],
    [{ serverName: 's', act: 'restart' }, 'runs/press'],
    [{ serverName: 's', act: 'stop' }, null]
  ],
  'account.act': [
    [{ serverName: 's', act: 'sign-in' }, 'runs/press'],
    [{ serverName: 's', act: 'sign-in-anyway' }, 'runs/press'],
    [{ serverName: 's', act: 'cancel' }, null],
    [{ serverName: 's', act: 'open-page' }, 'opens/press'],
    [{ serverName: 's', act: 'copy-address' }, 'opens/press'],
    [{ serverName: 's', act: 'sign-out' }, 'runs/press'],
    [{ serverName: 's', act: 'forget-client' }, 'runs/press']
  ],
  'app.choose-folder': [
    [{ addTo: null }, null],
    [{ addTo: 'settings' }, 'permits/press'],
    [{ addTo: { conversationId: 'c' } }, 'permits/press']
  ],
  'model.set-key': [
    [{ providerName: 'p', apiKey: 'k' }, 'sends/press'],
    [{ providerName: 'p', apiKey: null }, null]
  ],
  'server.save-entry': [
    [{ previousName: null, serverName: 's', json: '{}' }, null],
    [{ previousName: 's', serverName: 's', json: '{}' }, 'weakens/press'],
    [{ previousName: null, serverName: 's', form: program(null) }, null],
    [{ previousName: 's', serverName: 's', form: program(null) }, 'weakens/press'],
    [{ previousName: null, serverName: 's', form: program('key') }, 'sends/press'],
    [{ previousName: 's', serverName: 's', form: program('key') }, 'sends/press'],
    [{ previousName: null, serverName: 's', form: address(null) }, null],
    [{ previousName: 's', serverName: 's', form: address(null) }, 'weakens/press'],
    [{ previousName: null, serverName: 's', form: address('key') }, 'sends/press'],
    [{ previousName: 's', serverName: 's', form: address('key') }, 'sends/press']
  ],
  'conformance.run': [
    [
      { serverName: 's', scenario: null, road: 'direct', address: 'https://mcp.example' },
      'runs/in-place conformance:s'
    ]
  ],
  'server.remove': [[{ serverName: 's' }, 'destroys/seen remove:s']],
  'bundle.install': [[{ id: 'b', texts: {}, secrets: {} }, 'permits/in-place bundle:b']],
  'adding.add-link': [[{ id: 'l', secrets: {}, filledIn: {} }, 'permits/in-place server-link:l']],
  'adding.add-recording': [[{ id: 'r' }, 'permits/in-place recording:r']],
  'adding.download': [[{ id: 'd' }, 'sends/in-place bundle:d']],
  'server.set-tools': [
    [{ serverName: 's', toolNames: ['t'], isDisabled: true }, null],
    [{ serverName: 's', toolNames: ['t'], isDisabled: false }, 'weakens/press'],
    [{ serverName: 's', toolNames: ['t'], isAlwaysSent: true }, null],
    [{ serverName: 's', toolNames: ['t'], isAlwaysSent: false }, null],
    [{ serverName: 's', toolNames: ['t'], callLimits: noLimits }, 'weakens/press'],
    [{ serverName: 's', toolNames: ['t'], isDisabled: true, callLimits: noLimits }, 'weakens/press'],
    [{ serverName: 's', toolNames: ['t', 'u'], isDisabled: true }, null],
    [{ serverName: 's', toolNames: ['t', 'u'], isDisabled: false }, 'weakens/press']
  ],
  // Each kind of question and each answer is in `../questions/question-kinds.test.ts`.
  'consent.answer': [
    [{ questionId: 'q', answer: { type: 'tool-call', decision: 'allow-once' } }, 'runs/seen q'],
    [{ questionId: 'q', answer: { type: 'tool-call', decision: 'deny' } }, null]
  ],
  'consent.answer-suggestion': [
    [{ suggestionId: 'h', isAccepted: true }, 'permits/in-place h'],
    [{ suggestionId: 'h', isAccepted: false }, null]
  ],
  'ledger.set-endpoint': [
    [{ endpoint: null }, null],
    [{ endpoint: 'https://a.example/' }, 'sends/press']
  ],
  'settings.answer-waiting-change': [
    [{ id: 'h', isUsed: true }, 'weakens/in-place h'],
    [{ id: 'h', isUsed: false }, null]
  ],
  'model.set-price': [
    [{ model: 'p/m', price: null }, null],
    [{ model: 'p/m', price: { inputPerMillion: 1, outputPerMillion: 1 } }, 'weakens/press']
  ],
  'window.show-quick': [
    [{ isShown: true }, 'opens/press'],
    [{ isShown: false }, null]
  ]
}

/** Settings whose change needs a press, and the values that need none. All others need none. */
const weakening: Readonly<Record<string, readonly unknown[]>> = {
  'models.spendingPerDay': [],
  'models.spendingPerMonth': [],
  'conversation.maxToolSteps': [],
  'conversation.systemPrompt': [],
  'desktop.developerTools': [false],
  'desktop.tray': [false],
  usesInstructions: [false],
  reviewsResults: [true],
  receivesEverything: [false],
  areIconsAllowed: [false]
}

/** Calls that change settings: each value of each setting is below. */
const ofSettings: readonly CallName[] = ['settings.set', 'server.set-options']

describe('approval of a call', () => {
  it('is written out for every call', () => {
    const listed = [...Object.keys(always), ...Object.keys(byInput), ...ofSettings]
    expect(listed.toSorted()).toEqual(Object.keys(calls).toSorted())
  })

  it.each(Object.entries(always))('%s needs %s for any input', (name, expected) => {
    expect(find(name, {})).toBe(expected)
  })

  it.each(
    Object.entries(byInput).flatMap(([name, cases]) =>
      cases.map(([input, needed]) => ({ name, input, needed }))
    )
  )('$name with $input needs $needed', ({ name, input, needed }) => {
    expect(calls[name as CallName].input.safeParse(input)).toMatchObject({ success: true })
    expect(find(name, input)).toBe(needed)
  })

  it.each([...Object.keys(simpleSettings), ...Object.keys(serverSettings)])(
    'a change of %s needs a press for the values that weaken it',
    (setting) => {
      for (const value of [true, false, null, 1, 'text']) {
        const expected = weakening[setting]?.includes(value) === false ? 'weakens/press' : null
        const call = setting in simpleSettings ? 'settings.set' : 'server.set-options'
        const input = call === 'settings.set' ? { values: { [setting]: value } } : { [setting]: value }
        expect(find(call, input), String(value)).toBe(expected)
      }
    }
  )
})

function find(name: string, input: unknown): Expected {
  const approval = findRequiredApproval(name as CallName, input as CallInput<CallName>)
  if (approval === null) return null
  const { approves, proof, place } = approval
  return `${approves}/${proof}${place === undefined ? '' : ` ${place}`}`
}

function program(secret: string | null): object {
  return { kind: 'program', command: 'node', args: [], cwd: '', env: [{ name: 'K', text: '', secret }] }
}

function address(secret: string | null): object {
  return { kind: 'address', url: 'https://a.example/', headers: [{ name: 'K', text: '', secret }] }
}
