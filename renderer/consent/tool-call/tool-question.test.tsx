import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { ToolCallQuestion } from '../../../app/contract/questions/questions'
import { sampleToolQuestion } from '../../testing/sample-state'
import { FakeFailure } from '../../testing/fake-bridge'
import { findEnabledButton } from '../../testing/enabled-button'
import { showQuestions } from '../../testing/show-questions'
import { foldersUp } from './limit-rows'
import { quote } from '../../../app/texts/localized'
import { soon } from '../../../app/testing/soon'

const question: ToolCallQuestion = {
  ...sampleToolQuestion,
  suggestedConditions: [
    { type: 'path-below', pointer: '/path', folder: '/home/ada/projects' },
    { type: 'one-of', pointer: '/level', values: ['info'] }
  ],
  scopes: ['conversation', 'always', 'server-conversation', 'read-only'],
  widerScopes: [
    { scope: 'server-conversation', toolCount: 52, toolNames: ['write_file', 'read_file'] },
    { scope: 'read-only', toolCount: 1, toolNames: ['read_file'] }
  ]
}

const show = async (...questions: ToolCallQuestion[]) => (await showQuestions(questions)).answers
const openLimits = () => userEvent.click(screen.getByText(/^Permission options/))

describe('the name of a tool', () => {
  const titleOf = async (toolName: string, serverName: string, accessibleName: string) => {
    await show({ ...question, toolName, serverName })
    const dialog = screen.getByRole('dialog', { name: accessibleName })
    const title = dialog.querySelector('[data-part="title"]')!
    return { dialog, parts: [...title.children].map(({ textContent }) => textContent) }
  }

  it('is unchanged in the title if it is an identifier, with the server separate', async () => {
    const { dialog, parts } = await titleOf('read_file', 'files', 'Allow read_file on files?')
    expect(parts).toEqual(['read_file', 'files'])
    expect(dialog.textContent).not.toContain('was written by')
  })

  it("SEC-11-10 can't speak as Parley if it is prose: quoted, shortened, marked, and complete on request", async () => {
    const name = 'read_file on account book? Safe, Parley says. Not on evil?'
    const short = '\u201cread_file on account book? S\u2026Not on evil?\u201d'
    const { dialog, parts } = await titleOf(name, 'evil', `Allow ${short} on evil?`)
    expect(parts).toEqual([short, 'evil'])
    expect(dialog.textContent).toContain("This name was written by evil; Parley hasn't verified it.")
    const whole = dialog.querySelector('details')!
    expect(whole.open).toBe(false)
    expect(whole.textContent).toContain(name)
  })
})

describe('what a tool may do', () => {
  const sentences = [
    'this only reads',
    'adds or changes',
    'can delete or overwrite',
    'Assume that',
    'although the server calls it read-only'
  ]
  it.each([
    ['reads', 'read-only', 0],
    ['adds', 'adds', 1],
    ['destroys', 'destructive', 2],
    ['says nothing', 'unknown', 3],
    ['is called read-only and named otherwise', 'doubtful', 4]
  ] as const)(
    'SYS-52: is described with different words for a tool that %s',
    async (_what, effect, which) => {
      await show({ ...question, effect })
      const text = screen.getByRole('dialog').textContent ?? ''
      expect(sentences.filter((sentence) => text.includes(sentence))).toEqual([sentences[which]])
    }
  )
})

describe('limits of a longer permission', () => {
  it('are described in plain words and sent with it, with the chosen folder', async () => {
    const answers = await show(question)
    await openLimits()
    const rows = within(screen.getByRole('list', { name: 'Limits' }))
    expect(rows.getAllByRole('checkbox')).toHaveLength(4)
    await userEvent.click(rows.getByRole('checkbox', { name: 'only while “path” is inside' }))
    await userEvent.click(rows.getByRole('combobox', { name: 'Folder' }))
    await userEvent.click(await screen.findByRole('option', { name: '/home/ada' }))
    await userEvent.click(rows.getByRole('checkbox', { name: 'only while “level” is “info”' }))
    await userEvent.click(await findEnabledButton('Always allow'))
    await vi.waitFor(() => expect(answers()).toHaveLength(1), soon)
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

  it('include a number and a time, but not for one time', async () => {
    const answers = await show(question)
    await openLimits()
    const count = screen.getByRole('spinbutton', { name: 'Number of calls' })
    await userEvent.clear(count)
    await userEvent.type(count, '3')
    await userEvent.click(screen.getByRole('checkbox', { name: 'for' }))
    const before = Date.now()
    await userEvent.click(await findEnabledButton('Allow for this conversation'))
    await vi.waitFor(() => expect(answers()).toHaveLength(1), soon)
    const [answer] = answers()
    expect(answer).toMatchObject({
      decision: 'allow-conversation',
      conditions: [{ type: 'at-most', calls: 3 }, { type: 'until' }]
    })
    const [, until] = (answer as { conditions: { at: number }[] }).conditions
    expect(until?.at).toBeGreaterThanOrEqual(before + 8 * 3_600_000)
  })

  it('send nothing for an invalid number, and say why', async () => {
    const answers = await show(question)
    await openLimits()
    await userEvent.clear(screen.getByRole('spinbutton', { name: 'Number of calls' }))
    await userEvent.click(await findEnabledButton('Always allow'))
    expect((await screen.findByRole('alert')).textContent).toContain('whole number')
    expect(answers()).toEqual([])
  })

  it('SYS-52: are absent for wider permissions on arguments, which are only offered if allowed', async () => {
    const answers = await show(question)
    await openLimits()
    await userEvent.click(screen.getByRole('checkbox', { name: 'only while “path” is inside' }))
    await userEvent.click(await findEnabledButton('Trust its read-only tools'))
    await vi.waitFor(
      () => expect(answers()).toEqual([{ type: 'tool-call', decision: 'allow-read-only' }]),
      soon
    )
  })

  it('SEC-03: name the tools that a wider permission includes', async () => {
    await show(question)
    await openLimits()
    const wider = screen.getByRole('region', { name: 'Several tools at once' })
    expect(wider.textContent).toContain(
      'Allow its tools in this conversationwrite_file, read_file and 50 more'
    )
    expect(wider.textContent).toContain('Trust its read-only toolsread_file')
  })

  it('have no button for a scope that is not offered', async () => {
    await show({ ...question, scopes: ['conversation'], widerScopes: [] })
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
  ])('list the folders above %s', (folder, folders) => {
    expect(foldersUp(folder)).toEqual(folders)
  })
})

describe('a tool that changed', () => {
  it('SEC-03: marks the changed words in its definition', async () => {
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
    expect(changes.textContent).toContain('Changes to this tool')
    expect([...changes.querySelectorAll('ins')].map((element) => element.textContent)).toContain(' anywhere')
    expect(changes.textContent).toContain('only adds data')
    expect(changes.textContent).not.toContain('Title')
  })

  it("SEC-03: says so if the change can't be shown", async () => {
    const { toolTitle: title, toolDescription: description, annotations, inputSchema } = question
    const previousDefinition = { title, description, annotations, inputSchema, outputSchema: null }
    await show({ ...question, previousDefinition })
    expect(screen.getByRole('dialog').textContent).toContain("Parley can't show the change")
    expect(screen.queryByRole('region', { name: 'Changes' })).toBeNull()
  })

  it('shows warnings before everything else', async () => {
    await show({
      ...question,
      warnings: [{ ...quote('Its description holds text that can not be seen.'), level: 'danger' }]
    })
    const list = screen.getByRole('list', { name: 'Warnings' })
    expect(list.textContent).toContain('can not be seen')
  })
})

describe('several calls of one step', () => {
  const second = { ...question, id: 'q3', callId: 'c3', toolName: 'read_file', arguments: { path: '/a' } }
  const third = { ...question, id: 'q4', callId: 'c4', serverName: 'mail', toolName: 'send', arguments: {} }

  it('are in one dialog, which keeps its name and shows all arguments', async () => {
    await show(question, second, third)
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    const dialog = screen.getByRole('dialog', { name: 'Allow write_file on files?' })
    const others = within(dialog).getByRole('region', { name: 'Other calls in this step' })
    expect(others.textContent).toContain('read_file on files')
    expect(others.textContent).toContain('/a')
    expect(others.textContent).toContain('send on mail')
  })

  it('SEC-02: are answered separately, in any order', async () => {
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
    await userEvent.click(await findEnabledButton(name))
    await vi.waitFor(() => expect(answers()).toHaveLength(3), soon)
    expect(answers()).toEqual(Array(3).fill({ type: 'tool-call', decision }))
  })

  it('are not allowed together while one of them has a warning', async () => {
    await show(question, { ...second, warnings: [{ ...quote('Odd.'), level: 'danger' }] })
    const together = screen.getByRole('button', { name: 'Allow all once' }) as HTMLButtonElement
    expect(together.disabled).toBe(true)
    expect(screen.getByText(/One of the calls has a warning/)).toBeTruthy()
  })

  it('keep the shown one, with its typed values, when the oldest is removed', async () => {
    const { bridge } = await showQuestions([question, second, third])
    await userEvent.click(screen.getByRole('button', { name: 'Show send on mail' }))
    await userEvent.click(screen.getByText(/^Permission options/))
    await userEvent.click(screen.getByRole('checkbox', { name: 'only while “level” is “info”' }))
    act(() => bridge.emit('questions.changed', [second, third]))
    expect(screen.getByRole('dialog', { name: 'Allow send on mail?' })).toBeTruthy()
    const box = screen.getByRole('checkbox', { name: 'only while “level” is “info”' }) as HTMLInputElement
    expect(box.checked).toBe(true)
    expect(screen.getByText('Another call is waiting')).toBeTruthy()
  })

  it('are answered even if one was withdrawn meanwhile', async () => {
    const { bridge } = await showQuestions([question, second])
    bridge.handle({
      'consent.answer': () => {
        throw new FakeFailure('CONSENT_UNKNOWN_QUESTION', 'That question has been answered.')
      }
    })
    await userEvent.click(screen.getByRole('button', { name: 'Deny all' }))
    await vi.waitFor(() => expect(bridge.inputsOf('consent.answer')).toHaveLength(2), soon)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keep calls of another conversation waiting', async () => {
    await show(question, { ...second, conversationId: 'other' })
    expect(screen.queryByRole('region', { name: 'Other calls in this step' })).toBeNull()
    expect(screen.getByRole('dialog').textContent).toContain('1 more waiting')
  })
})
