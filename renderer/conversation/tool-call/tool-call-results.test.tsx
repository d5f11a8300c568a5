/* A call's results beyond its plain blocks: structured content, tasks, time limits, late answers. */
import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { showLanguage } from '../../../app/texts/translated'
import { installFakeBridge } from '../../testing/fake-bridge'
import { sampleAnswer, sampleToolCall, samplePng } from '../../testing/sample-messages'
import { sampleServer, sampleTool } from '../../testing/sample-state'
import { show } from '../../testing/show'
import { ServerIcons } from '../../shell/server-icons'
import { MessageArticle } from '../messages/message-article'
import { withoutRepeat } from './result-blocks'
import { ToolCallCard } from './tool-call-card'
import { quote } from '../../../app/texts/localized'
import { soon } from '../../../app/testing/soon'

const ignore = () => {}

const actions = {
  onCancelCall: vi.fn(),
  onKeepWaiting: ignore,
  onStopModel: ignore,
  onRetry: ignore,
  onContinue: ignore,
  onDelete: ignore,
  onQuote: ignore,
  onCopyConversation: ignore,
  onCompare: ignore,
  onChooseAnswer: ignore,
  onEdit: async () => {},
  onRegenerate: ignore,
  onShowBranch: ignore,
  onOpenSettings: ignore,
  onTool: ignore,
  onAttach: ignore,
  onShowLog: ignore
}

afterEach(async () => {
  vi.useRealTimers()
  await showLanguage('en')
})

function card(overrides: Partial<ToolCallPart>, onKeepWaiting: (callId: string) => void = ignore) {
  return <ToolCallCard part={sampleToolCall(overrides)} onCancel={ignore} onKeepWaiting={onKeepWaiting} />
}

const running: Partial<ToolCallPart> = { state: 'running', content: [], endedAt: null }

const weather = [
  { city: 'Oslo', degrees: -3 },
  { city: 'Rome', degrees: 14 }
]

test('TOOL-22: shows structured content in readable form and as JSON, without repeating its text copy', async () => {
  const { person } = show(
    card({
      structuredContent: { days: weather },
      content: [
        { type: 'text', text: '{ "days": [{"degrees":-3,"city":"Oslo"},{"city":"Rome","degrees":14}] }' }
      ]
    })
  )
  const group = within(screen.getByRole('group', { name: 'Structured result' }))
  expect(group.getAllByRole('row')).toHaveLength(3)
  expect(screen.getAllByText('Oslo')).toHaveLength(1)
  expect(screen.queryByText(/"degrees"/)).toBeNull()
  await person.click(group.getByRole('tab', { name: 'JSON' }))
  expect(group.getByRole('group', { name: 'Structured result as JSON' }).textContent).toContain(
    '"degrees": 14'
  )
})

test('shows what a server adds to a result for programs as data, and only if there is any', async () => {
  const { person } = show(card({ resultMeta: { 'example.org/view': 'ui://chart' } }))
  await person.click(screen.getByText('Metadata (_meta)'))
  expect(screen.getByRole('group', { name: 'Metadata of echo' }).textContent).toContain('ui://chart')
})

test('TOOL-22: keeps separate text next to structured content, and shows repeated text once', () => {
  const own = [{ type: 'text', text: 'It is cold in Oslo.' }] as const
  expect(withoutRepeat(own, { days: weather })).toEqual(own)
  const two = [
    { type: 'text', text: '{"a":1}' },
    { type: 'text', text: 'see above' }
  ] as const
  expect(withoutRepeat(two, { a: 1 })).toEqual([two[1]])
  expect(withoutRepeat(two, { b: 1 })).toEqual(two)
  const picture = { type: 'image', mimeType: 'image/png', data: samplePng } as const
  expect(withoutRepeat([two[0], picture], { a: 1 })).toEqual([picture])
  expect(withoutRepeat([two[0]], null)).toEqual([two[0]])
})

test('shows rows in JSON text as a table that can be copied, and the original text', async () => {
  const text = `  [{"city":"Oslo","degrees":-3},\n {"city":"Rome","degrees":14}]`
  const copyText = vi.fn(async () => {})
  const { person } = show(card({ content: [{ type: 'text', text }] }), { copyText })
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['citydegrees', 'Oslo-3', 'Rome14'])
  await person.click(screen.getByRole('button', { name: 'Copy as CSV' }))
  expect(copyText).toHaveBeenCalledWith('city,degrees\r\nOslo,-3\r\nRome,14')
  await person.click(screen.getByRole('tab', { name: 'JSON' }))
  expect(screen.getByText(/Oslo/).textContent).toBe(text)
})

test('keeps a text without rows as text', () => {
  for (const text of ['{"city":"Oslo"}', '[1,2]', '[{"city":"Oslo"}', '[see above]']) {
    const { unmount } = show(card({ content: [{ type: 'text', text }] }))
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByText(text)).toBeTruthy()
    unmount()
  }
})

test("says where and why a result doesn't fit its schema, and still shows it", () => {
  show(
    card({
      content: [],
      structuredContent: { degrees: 'cold' },
      outputProblems: [{ path: '/degrees', message: quote('Must be a number.') }]
    })
  )
  const note = screen.getByRole('note')
  expect(note.textContent).toContain("doesn't match the tool's output schema")
  expect(note.textContent).toContain('/degrees Must be a number.')
  expect(screen.getByText('cold').closest('dd')?.textContent).toContain('Must be a number.')
})

test('counts down in a status line near the time limit, and can keep waiting', async () => {
  vi.useFakeTimers({ now: 1_000_000, shouldAdvanceTime: true })
  const onKeepWaiting = vi.fn()
  const near = { ...running, timeLimit: { reason: 'silence' as const, endsAt: 1_012_000 } }
  const { person, rerender } = show(card(near, onKeepWaiting))
  expect(screen.getByRole('status').textContent).toBe('No response for a while. Cancelling in 12 s')
  act(() => void vi.advanceTimersByTime(3_000))
  expect(screen.getByRole('status').textContent).toBe('No response for a while. Cancelling in 9 s')
  await person.click(screen.getByRole('button', { name: 'Keep waiting' }))
  expect(onKeepWaiting).toHaveBeenCalledWith('call-1')
  rerender(card(running, onKeepWaiting))
  expect(screen.queryByRole('button', { name: 'Keep waiting' })).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('The call has more time.')
})

test('shows the same line in German with its countdown', async () => {
  await showLanguage('de')
  vi.useFakeTimers({ now: 1_000_000, shouldAdvanceTime: true })
  show(card({ ...running, timeLimit: { reason: 'silence', endsAt: 1_012_000 } }))
  expect(screen.getByRole('status').textContent).toBe('Seit einer Weile keine Antwort. Abbruch in 12 s')
  expect(screen.getByRole('timer').textContent).toBe('12 s')
  expect(within(screen.getByRole('group', { name: /^Tool-Aufruf / })).getByText('läuft')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Aufruf abbrechen' })).toBeTruthy()
})

test('distinguishes a total limit from silence, and shows no line without a near limit', () => {
  const { rerender } = show(card(running))
  expect(screen.queryByRole('status')).toBeNull()
  rerender(card({ ...running, timeLimit: { reason: 'total', endsAt: Date.now() + 300_000 } }))
  expect(screen.getByRole('status').textContent).toMatch(
    /^This is taking a long time\. Cancelling in 5 min 0 s/
  )
})

test('CANC-10: says that cancellation was requested until the call has ended', async () => {
  const onCancel = vi.fn()
  const part = sampleToolCall({ state: 'running', content: [] })
  const { person, rerender } = show(<ToolCallCard part={part} onCancel={onCancel} onKeepWaiting={ignore} />)
  await person.click(screen.getByRole('button', { name: 'Cancel call' }))
  expect(onCancel).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Cancelling' }).getAttribute('aria-busy')).toBe('true')
  rerender(<ToolCallCard part={{ ...part, state: 'cancelled' }} onCancel={onCancel} onKeepWaiting={ignore} />)
  expect(screen.queryByRole('button', { name: 'Cancelling' })).toBeNull()
})

test('keeps a late answer, dated and marked as unread by the model', () => {
  show(
    card({
      state: 'failed',
      content: [],
      failure: { code: 'TOOL_TIMEOUT', message: 'The call ran into its time limit.' },
      lateAnswer: {
        at: Date.UTC(2026, 10, 21, 14, 35),
        content: [{ type: 'text', text: 'Found 3 files.' }],
        structuredContent: null,
        isError: false
      }
    })
  )
  const late = within(screen.getByRole('region', { name: 'Late result' }))
  expect(late.getByText('Found 3 files.')).toBeTruthy()
  expect(late.getByText(/The model hasn't read it\./)).toBeTruthy()
  expect(late.getByText(/Nov 21, 2026/).getAttribute('datetime')).toBe('2026-11-21T14:35:00.000Z')
  expect(screen.getByText('The call ran into its time limit.')).toBeTruthy()
})

const task = {
  taskId: 'task-7f3',
  status: 'working',
  statusMessage: 'Indexing 3 of 9',
  pollIntervalMs: 5_000,
  ttlMs: null
} as const

test('shows the state of a call that became a task, and can cancel it', () => {
  show(card({ state: 'running', content: [], endedAt: null, task }))
  expect(screen.getByRole('status').textContent).toBe('Task: working · Indexing 3 of 9')
  expect(screen.getByText(/checked every 5 s/)).toBeTruthy()
  expect(screen.getByText('task-7f3')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel call' })).toBeTruthy()
})

test("doesn't report a task as working if it is no longer followed", () => {
  show(card({ state: 'cancelled', content: [], task }))
  expect(screen.getByRole('status').textContent).toBe('Task, as last reported: working · Indexing 3 of 9')
  expect(screen.queryByText(/asked every/)).toBeNull()
})

test('says that a task that outlived its answer continues at its server, and can cancel it', async () => {
  const call = sampleToolCall({ ...running, task })
  const article = (part: ToolCallPart, state: 'streaming' | 'stopped') => (
    <MessageArticle
      message={sampleAnswer({ state, parts: [part] })}
      canRetry={false}
      canChange
      models={[]}
      actions={actions}
    />
  )
  const { person, rerender } = show(article(call, 'streaming'))
  expect(screen.queryByText(/still running on/)).toBeNull()
  rerender(article(call, 'stopped'))
  expect(screen.getByText(/The task is still running on everything/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Cancel call' }))
  expect(actions.onCancelCall).toHaveBeenCalledWith('call-1')
  rerender(article({ ...call, state: 'done', task: { ...task, status: 'completed' } }, 'stopped'))
  expect(screen.queryByText(/still running on/)).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('Task: completed')
})

test('TOOL-29: names the server in a note and says whether the model reads it', () => {
  const note = {
    type: 'note',
    step: 0,
    serverName: 'files',
    text: quote('Added the tool move_file.')
  } as const
  show(
    <MessageArticle
      message={sampleAnswer({
        parts: [
          { ...note, isForModel: true },
          { ...note, serverName: null, text: quote('A question was closed.'), isForModel: false }
        ]
      })}
      canRetry={false}
      canChange
      models={[]}
      actions={actions}
    />
  )
  const [first, second] = screen.getAllByRole('note')
  expect(first?.textContent).toBe('files · Added the tool move_file. Parley notifies the model too.')
  expect(second?.textContent).toBe('A question was closed.')
})

test('TOOL-21 TOOL-18: saves data of every kind under a harmless name', async () => {
  const saveFile = vi.fn(async (_name: string, _data: string) => {})
  const { person } = show(
    card({
      content: [
        { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
        { type: 'unknown', raw: { type: 'hologram', note: 'é' } }
      ]
    }),
    { saveFile }
  )
  for (const button of screen.getAllByRole('button', { name: 'Save as…' })) await person.click(button)
  expect(saveFile.mock.calls[0]).toEqual(['audio.wav', 'UklGRg=='])
  const [name, data] = saveFile.mock.calls[1] ?? []
  expect(name).toBe('content.json')
  const bytes = Uint8Array.from(atob(data ?? ''), (character) => character.charCodeAt(0))
  expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({ type: 'hologram', note: 'é' })
})

test('META-06: draws a tool’s own icon as an image of data that the host made harmless, never in the page', async () => {
  const icon = { src: 'data:image/svg+xml;base64,PHN2Zy8+', mimeType: null, sizes: ['any'], theme: null }
  const bridge = installFakeBridge({
    snapshot: { servers: [sampleServer()] },
    handlers: {
      'tool.read': () => sampleTool({ icons: [icon] }),
      'icon.read': () => ({ mimeType: 'image/svg+xml', data: 'PHN2Zy8+' })
    }
  })
  const { container } = show(<ServerIcons>{card({})}</ServerIcons>)
  await vi.waitFor(
    () =>
      expect(container.querySelector('button[aria-expanded] img')?.getAttribute('src')).toBe(
        'data:image/svg+xml;base64,PHN2Zy8+'
      ),
    soon
  )
  expect(bridge.inputsOf('icon.read')).toEqual([{ serverName: 'everything', src: icon.src }])
})

test('requests no icons from a server of an older revision', () => {
  const bridge = installFakeBridge({
    snapshot: { servers: [sampleServer({ protocolVersion: '2025-06-18' })] }
  })
  show(<ServerIcons>{card({})}</ServerIcons>)
  expect(bridge.inputsOf('tool.read')).toEqual([])
})

test('TOOL-16: shows a changed result next to the original, and a rejected one as not read', () => {
  const content = [{ type: 'text' as const, text: 'Lunch at noon\nDoor code 7391' }]
  const text = 'Lunch at noon\n[redacted by the user]'
  const view = show(card({ content, review: { decision: 'changed', content: [{ type: 'text', text }] } }))
  expect(screen.getByText(/Door code 7391/)).toBeTruthy()
  const read = screen.getByRole('region', { name: 'Sent to the model' })
  expect(read.querySelector('ins')?.textContent).toBe('[redacted by the user]')
  expect(screen.getByText('result changed by you')).toBeTruthy()
  view.rerender(card({ content, review: { decision: 'refused' } }))
  expect(screen.getByText(/The model hasn't read it/)).toBeTruthy()
})
