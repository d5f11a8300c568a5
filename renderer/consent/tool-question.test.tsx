import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { ToolCallQuestion } from '../../app/contract/consents'
import { sampleToolQuestion } from '../testing/sample-state'
import { awake, showQuestions } from '../testing/show-questions'
import { foldersUp } from './limit-rows'

const question: ToolCallQuestion = {
  ...sampleToolQuestion,
  suggestedConditions: [
    { type: 'path-below', pointer: '/path', folder: '/home/ada/projects' },
    { type: 'one-of', pointer: '/level', values: ['info'] }
  ],
  scopes: ['conversation', 'always', 'server-conversation', 'read-only']
}

const show = async (...questions: ToolCallQuestion[]) => (await showQuestions(questions)).answers
const openLimits = () => userEvent.click(screen.getByText(/^Limit or widen a permission/))

describe('what a tool may do', () => {
  const sentences = ['only reads', 'adds or changes', 'It may destroy', 'Expect that it may']
  it.each([
    ['reads', { readOnlyHint: true }, 0],
    ['adds', { destructiveHint: false }, 1],
    ['destroys', { readOnlyHint: true, destructiveHint: true }, 2],
    ['says nothing', {}, 3]
  ])('SYS-52: a tool that %s is told in words of its own', async (_what, annotations, which) => {
    await show({ ...question, annotations })
    const text = screen.getByRole('dialog').textContent ?? ''
    expect(sentences.filter((sentence) => text.includes(sentence))).toEqual([sentences[which]])
  })
})

describe('limits of a longer permission', () => {
  it('are told in plain words and sent with it, the folder as it was chosen', async () => {
    const answers = await show(question)
    await openLimits()
    const rows = within(screen.getByRole('list', { name: 'Limits' }))
    expect(rows.getAllByRole('checkbox')).toHaveLength(4)
    await userEvent.click(rows.getByRole('checkbox', { name: 'only while “path” lies below' }))
    await userEvent.click(rows.getByRole('combobox', { name: 'Folder' }))
    await userEvent.click(await screen.findByRole('option', { name: '/home/ada' }))
    await userEvent.click(rows.getByRole('checkbox', { name: 'only while “level” is “info”' }))
    await userEvent.click(await awake('Always allow'))
    await vi.waitFor(() => expect(answers()).toHaveLength(1))
    expect(answers()).toEqual([
      {
        type: 'tool-call',
        decision: 'allow-always',
        conditions: [
          { type: 'path-below', pointer: '/path', folder: '/home/ada' },
          { type: 'one-of', pointer: '/level', values: ['info'] }
        ]
      }
    ])
  })

  it('a count and a time; once takes none of them', async () => {
    const answers = await show(question)
    await openLimits()
    const count = screen.getByRole('spinbutton', { name: 'Number of calls' })
    await userEvent.clear(count)
    await userEvent.type(count, '3')
    await userEvent.click(screen.getByRole('checkbox', { name: 'for' }))
    const before = Date.now()
    await userEvent.click(await awake('Allow for this conversation'))
    await vi.waitFor(() => expect(answers()).toHaveLength(1))
    const [answer] = answers()
    expect(answer).toMatchObject({
      decision: 'allow-conversation',
      conditions: [{ type: 'at-most', calls: 3 }, { type: 'until' }]
    })
    const [, until] = (answer as { conditions: { at: number }[] }).conditions
    expect(until?.at).toBeGreaterThanOrEqual(before + 8 * 3_600_000)
  })

  it('a count that is no number sends nothing and says why', async () => {
    const answers = await show(question)
    await openLimits()
    await userEvent.clear(screen.getByRole('spinbutton', { name: 'Number of calls' }))
    await userEvent.click(await awake('Always allow'))
    expect((await screen.findByRole('alert')).textContent).toContain('whole number')
    expect(answers()).toEqual([])
  })

  it('SYS-52: wider permissions are offered only where they may be given, without limits on arguments', async () => {
    const answers = await show(question)
    await openLimits()
    await userEvent.click(screen.getByRole('checkbox', { name: 'only while “path” lies below' }))
    await userEvent.click(await awake('Trust its read-only tools'))
    await vi.waitFor(() => expect(answers()).toEqual([{ type: 'tool-call', decision: 'allow-read-only' }]))
  })

  it('a reach that is not offered has no button', async () => {
    await show({ ...question, scopes: ['conversation'] })
    expect(screen.queryByRole('button', { name: 'Trust its read-only tools' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Always allow' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Allow for this conversation' })).toBeTruthy()
  })

  it.each([
    ['/home/ada/x', ['/home/ada/x', '/home/ada', '/home']],
    ['~/a/b', ['~/a/b', '~/a']],
    ['src/lib', ['src/lib', 'src']],
    ['c:\\users\\ada', ['c:\\users\\ada', 'c:\\users']],
    ['\\\\host\\share\\a', ['\\\\host\\share\\a']]
  ])('the folders above %s', (folder, folders) => {
    expect(foldersUp(folder)).toEqual(folders)
  })
})

describe('a tool that changed', () => {
  it('SEC-03: shows which words of it are others now', async () => {
    await show({
      ...question,
      toolDescription: 'Creates a file anywhere.',
      previousDefinition: {
        title: 'Write file',
        description: 'Creates a file.',
        annotations: { destructiveHint: false },
        inputSchema: { type: 'object', required: ['path'] },
        outputSchema: null
      }
    })
    const changes = screen.getByRole('region', { name: 'Changes' })
    expect(changes.textContent).toContain('Changed since you allowed it')
    expect([...changes.querySelectorAll('ins')].map((element) => element.textContent)).toContain(' anywhere')
    expect(changes.textContent).toContain('only adds')
    expect(changes.textContent).not.toContain('Title')
  })

  it('warnings stand before everything else', async () => {
    await show({ ...question, warnings: ['Its description holds text that can not be seen.'] })
    const list = screen.getByRole('list', { name: 'Warnings' })
    expect(list.textContent).toContain('can not be seen')
  })
})

describe('several calls of one step', () => {
  const second = { ...question, id: 'q3', callId: 'c3', toolName: 'read_file', arguments: { path: '/a' } }
  const third = { ...question, id: 'q4', callId: 'c4', serverName: 'mail', toolName: 'send', arguments: {} }

  it('stand in one dialog, which keeps its name and shows all arguments', async () => {
    await show(question, second, third)
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    const dialog = screen.getByRole('dialog', { name: 'Allow write_file on files?' })
    const others = within(dialog).getByRole('region', { name: 'Other calls of this step' })
    expect(others.textContent).toContain('read_file on files')
    expect(others.textContent).toContain('/a')
    expect(others.textContent).toContain('send on mail')
  })

  it('SEC-02: each can be answered by itself, in any order', async () => {
    const answers = await show(question, second)
    await userEvent.click(screen.getByRole('button', { name: 'Show read_file on files' }))
    expect(screen.getByRole('dialog', { name: 'Allow read_file on files?' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Deny' }))
    expect(answers()).toEqual([{ type: 'tool-call', decision: 'deny' }])
  })

  it.each([
    ['Allow all once', 'allow-once'],
    ['Deny all', 'deny']
  ])('%s', async (name, decision) => {
    const answers = await show(question, second, third)
    await userEvent.click(await awake(name))
    await vi.waitFor(() => expect(answers()).toHaveLength(3))
    expect(answers()).toEqual(Array(3).fill({ type: 'tool-call', decision }))
  })

  it('are not allowed together while one of them carries a warning', async () => {
    await show(question, { ...second, warnings: ['Odd.'] })
    const together = screen.getByRole('button', { name: 'Allow all once' }) as HTMLButtonElement
    expect(together.disabled).toBe(true)
    expect(screen.getByText(/One of the calls carries a warning/)).toBeTruthy()
  })

  it('calls of another conversation wait for their turn', async () => {
    await show(question, { ...second, conversationId: 'other' })
    expect(screen.queryByRole('region', { name: 'Other calls of this step' })).toBeNull()
    expect(screen.getByRole('dialog').textContent).toContain('1 more waiting')
  })
})
