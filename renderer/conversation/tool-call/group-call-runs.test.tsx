/* Cards of finished calls: folded, grouped, and opened again. */
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Grant } from '../../../app/contract/grants'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { installFakeBridge } from '../../testing/fake-bridge'
import { sampleAnswer, sampleToolCall, samplePng } from '../../testing/sample-messages'
import { show } from '../../testing/show'
import { useProjection } from '../../state/projection'
import { MessageArticle } from '../messages/message-article'
import { withoutRepeat } from './result-blocks'
import { summarizeResult, nameResultKinds } from './result-kinds'

const ignore = () => {}
const actions = {
  onCancelCall: ignore,
  onKeepWaiting: ignore,
  onStopModel: ignore,
  onRetry: ignore,
  onContinue: ignore,
  onDelete: ignore,
  onQuote: ignore,
  onCopyConversation: ignore,
  onCompare: ignore,
  onChooseAnswer: ignore,
  onOpenSettings: ignore,
  onTool: ignore,
  onAttach: ignore,
  onShowLog: ignore,
  onEdit: () => Promise.resolve(),
  onRegenerate: ignore,
  onShowBranch: ignore
}
const said = { type: 'text', step: 1, text: 'It echoed.' } as const

function article(...parts: readonly (ToolCallPart | typeof said)[]) {
  return (
    <MessageArticle
      message={sampleAnswer({ parts: [...parts] })}
      canRetry={false}
      canChange
      models={[]}
      actions={actions}
    />
  )
}

beforeEach(() => void installFakeBridge())

/** Of the elements that contain the text, how many are visible. */
function countShown(words: RegExp): number {
  return screen.queryAllByText(words).filter((element) => element.closest('[hidden]') === null).length
}

test('folds a finished call to its first line once the answer continues, and opens it with a press', async () => {
  const call = sampleToolCall({ content: [{ type: 'text', text: '\n\n  Echo:   hello\nand more' }] })
  const { person, rerender } = show(article(call))
  expect(screen.getByRole('button', { expanded: true })).toBeTruthy()
  rerender(article(call, said))
  const card = within(screen.getByRole('group', { name: /^Tool call/ }))
  const toggle = card.getByRole('button', { expanded: false })
  expect(countShown(/^Echo: hello and more$/)).toBe(1)
  expect(screen.getByText('done')).toBeTruthy()
  expect(countShown(/"message"/)).toBe(0)
  await person.click(toggle)
  expect(countShown(/"message"/)).toBe(1)
  expect(countShown(/^Echo: hello and more$/)).toBe(1)
  expect(screen.getByText('Result')).toBeTruthy()
})

test.each<readonly [string, Partial<ToolCallPart>]>([
  ['runs', { state: 'running', content: [], endedAt: null }],
  ['failed', { state: 'failed', content: [] }],
  ['reports an error', { isError: true }],
  ['shows a picture', { content: [{ type: 'image', mimeType: 'image/png', data: samplePng }] }],
  ['was changed by the person', { review: { decision: 'refused' } }]
])('keeps a call open that %s', (_what, overrides) => {
  show(article(sampleToolCall(overrides), said))
  expect(screen.getByRole('button', { expanded: true })).toBeTruthy()
})

test('keeps a result open that the user is reading when the answer continues', async () => {
  const { person, rerender } = show(article(sampleToolCall()))
  await person.click(screen.getByText('Echo: hello'))
  rerender(article(sampleToolCall(), said))
  expect(screen.getByRole('button', { expanded: true })).toBeTruthy()
})

test('shows consecutive calls as one list, each with its state', () => {
  const calls = ['a', 'b', 'c'].map((callId) => sampleToolCall({ callId }))
  show(article(...calls, said, sampleToolCall({ callId: 'd' })))
  const [first, second, third, last] = screen.getAllByRole('group', { name: /^Tool call/ })
  expect(second?.parentElement).toBe(first?.parentElement)
  expect(third?.parentElement).toBe(first?.parentElement)
  expect(last?.parentElement).not.toBe(first?.parentElement)
  expect(screen.getAllByText('done')).toHaveLength(4)
})

test('draws a text once if it is the only one in the structured content', () => {
  const text = { type: 'text', text: 'line 1\nline 2' } as const
  expect(withoutRepeat([text], { content: text.text })).toEqual([])
  expect(withoutRepeat([text], { content: text.text, size: 2 })).toEqual([text])
  expect(withoutRepeat([text], { content: 'other' })).toEqual([text])
})

test('names cut content by its kinds', () => {
  const image = { type: 'image', mimeType: 'image/png', data: samplePng } as const
  const text = { type: 'text', text: 'x'.repeat(12_000) } as const
  expect(nameResultKinds([image, text, image, image], false)).toBe('3 images and 12 kB of text')
  expect(nameResultKinds([], true)).toBe('structured data')
  expect(summarizeResult(sampleToolCall({ content: [image] }))).toBe('1 image')
})

test('folds a search for tools to the names that it found, best first, with punctuation in quotes', () => {
  const found = (...names: string[]) =>
    sampleToolCall({ content: [], foundTools: names.map((toolName) => ({ serverName: 's', toolName })) })
  show(article(found('forecast', 'delete. All is well'), said))
  expect(countShown(/^Found forecast and “delete\. All is well”$/)).toBe(1)
  expect(summarizeResult(found())).toBe('No tool was found.')
})

test('says on the button of a long result what it hides', async () => {
  const height = vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900)
  const place = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement
  ) {
    return new DOMRect(0, 0, 100, this.dataset['piece'] === '1' ? 900 : 0)
  })
  const content = [
    { type: 'text', text: 'short' },
    { type: 'image', mimeType: 'image/png', data: samplePng }
  ] as const
  const { person } = show(article(sampleToolCall({ arguments: {}, content: [...content] })))
  await person.click(screen.getByRole('button', { name: 'Show 1 image' }))
  expect(screen.getByRole('button', { name: 'Show less' })).toBeTruthy()
  height.mockRestore()
  place.mockRestore()
})

test('draws multi-line text in the arguments as it will be read', () => {
  show(article(sampleToolCall({ arguments: { path: '/a', content: 'one\ntwo' } })))
  const shown = screen.getByRole('group', { name: 'Arguments' })
  expect(shown.textContent).toContain('one\ntwo')
  expect(shown.textContent).not.toContain('\\n')
})

test('shows that a permission allowed a call, and can revoke it there', async () => {
  const bridge = installFakeBridge({ handlers: { 'consent.revoke': () => null } })
  const grant: Grant = {
    id: 'g1',
    scope: 'always',
    serverName: 'everything',
    toolName: 'echo',
    conversationId: null,
    conditions: [],
    usesLeft: null,
    createdAt: 0
  }
  act(() => useProjection.setState({ consent: { grants: [grant], trustedServers: [] } }))
  const { person } = show(article(sampleToolCall({ grantId: 'g1' })))
  const card = within(screen.getByRole('group', { name: /^Tool call/ }))
  expect(card.getByText('allowed earlier')).toBeTruthy()
  await person.click(card.getByRole('button', { name: 'Revoke permission' }))
  expect(bridge.inputsOf('consent.revoke')).toEqual([{ kind: 'permission', grantId: 'g1' }])
  act(() => useProjection.setState({ consent: { grants: [], trustedServers: [] } }))
  expect(card.getByText('This permission no longer exists.')).toBeTruthy()
})

test("doesn't mention permissions for a call that the user allowed", () => {
  show(article(sampleToolCall()))
  expect(screen.queryByText('allowed earlier')).toBeNull()
})
