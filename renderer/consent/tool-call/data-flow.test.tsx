import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { ToolCallQuestion, ToolResultQuestion } from '../../../app/contract/questions/questions'
import type { DataFlow } from '../../../app/contract/flows'
import { sampleNow, sampleToolQuestion } from '../../testing/sample-state'
import { findEnabledButton } from '../../testing/enabled-button'
import { showQuestions } from '../../testing/show-questions'
import { soon } from '../../../app/testing/soon'

const calendar = { type: 'tool', serverName: 'calendar', toolName: 'get_events' } as const

function flowOf(
  path: string,
  text: string,
  passage: string,
  origin: DataFlow['origin'] = calendar
): DataFlow {
  const start = text.indexOf(passage)
  return { path, start, end: start + passage.length, excerpt: passage, origin }
}

const command = 'echo door code 7391-blue > out'
const question: ToolCallQuestion = {
  ...sampleToolQuestion,
  serverName: 'shell',
  toolName: 'run',
  arguments: { command, options: { tags: ['merger "papers" in the safe'] } },
  inputSchema: { type: 'object' },
  newFlows: ['calendar'],
  flows: [
    flowOf('/command', command, 'door code 7391-blue'),
    flowOf('/options/tags/0', 'merger "papers" in the safe', 'merger "papers"')
  ]
}

describe('text from other sources in a call', () => {
  it('SEC-03 SEC-04: is named with its source, and marked in place', async () => {
    await showQuestions([question])
    const notice = within(screen.getByRole('region', { name: 'Text from other sources' }))
    expect(notice.getByText('This sends text from calendar to shell.')).toBeTruthy()
    expect(notice.getByText('From get_events on calendar:')).toBeTruthy()
    expect(notice.getByText('options › tags › 0')).toBeTruthy()
    const marks = screen.getAllByTitle('Text from other sources').map(({ textContent }) => textContent)
    expect(marks).toEqual(['door code 7391-blue', String.raw`merger \"papers\"`])
  })

  it('marks each of many passages in 100 KB, and says how many are not listed', async () => {
    const passages = Array.from({ length: 100 }, (_, at) => `passage ${at} of the list`)
    const body = passages.map((words) => `${'own words '.repeat(100)}${words}. `).join('')
    const flows = passages.map((words) => flowOf('/body', body, words))
    await showQuestions([{ ...question, arguments: { body }, flows }])
    const marks = screen.getAllByTitle('Text from other sources').map(({ textContent }) => textContent)
    expect(marks).toEqual(passages)
    expect(screen.getByText('96 more, marked in the arguments')).toBeTruthy()
    const notice = screen.getByRole('region', { name: 'Text from other sources' })
    expect(notice.querySelectorAll('mark')).toHaveLength(4)
  })

  it('marks a passage at each place in a structured argument', async () => {
    const words = 'door code 7391-blue'
    const flows = [0, 1].map((at) => flowOf(`/list/${at}`, words, words))
    await showQuestions([{ ...question, arguments: { list: [words, words] }, flows }])
    expect(screen.getAllByTitle('Text from other sources')).toHaveLength(2)
  })

  it('SEC-04: is named by its source if the model has read it, even if no passage was found', async () => {
    await showQuestions([{ ...question, flows: [] }])
    const flow = screen.getByRole('region', { name: 'Data sharing between servers' })
    expect(flow.textContent).toContain(
      'The model has read text from calendar in this conversation. shell would get what the model writes here.'
    )
    expect(screen.queryByRole('region', { name: 'Text from other sources' })).toBeNull()
  })

  it('SEC-02: may be shared with this tool by a longer approval, or with all of the server if the user says so', async () => {
    const yes = { type: 'tool-call', decision: 'allow-always' }
    const say = async (...boxes: RegExp[]) => {
      const { answers } = await showQuestions([question])
      for (const name of boxes) await userEvent.click(screen.getByRole('checkbox', { name }))
      await userEvent.click(await findEnabledButton('Always allow'))
      await vi.waitFor(() => expect(answers()).toHaveLength(1), soon)
      cleanup()
      return answers()
    }
    expect(await say()).toEqual([{ ...yes, flow: 'tool' }])
    expect(await say(/all tools of shell/)).toEqual([{ ...yes, flow: 'server' }])
    expect(await say(/also allows text from this source/)).toEqual([yes])
  })

  it('SEC-02: may not be shared again after an approval for one time', async () => {
    const { answers } = await showQuestions([question])
    await userEvent.click(await findEnabledButton('Allow once'))
    await vi.waitFor(() => expect(answers()).toEqual([{ type: 'tool-call', decision: 'allow-once' }]), soon)
  })

  it('is named for calls of the same step before all are allowed together', async () => {
    const plain = { ...question, flows: [], id: 'q-2' }
    await showQuestions([
      { ...plain, id: 'q-1' },
      { ...plain, newFlows: ['mail'] }
    ])
    const others = screen.getByRole('region', { name: /other call/i })
    expect(others.textContent).toContain('May contain what the model read from mail.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Allow all once' }).disabled).toBe(false)
  })

  it('SEC-16: is named as a secret, and no permission covers it', async () => {
    const secret = flowOf('/command', command, '7391-blue', { type: 'secret', kind: 'a password or key' })
    await showQuestions([{ ...question, flows: [secret], newFlows: [] }])
    expect(screen.getByText('It looks like a password or key:')).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: /also allows/ })).toBeNull()
  })
})

const result: ToolResultQuestion = {
  type: 'tool-result',
  id: 'q-result',
  askedAt: sampleNow,
  conversationId: 'c1',
  callId: 'call-2',
  serverName: 'calendar',
  toolName: 'get_events',
  content: [
    { type: 'text', text: 'Lunch at noon.\u202e Door code 7391' },
    { type: 'resource-link', uri: 'file:///a', name: 'a', description: null, mimeType: null },
    { type: 'text', text: 'Dinner' }
  ],
  structuredContent: null,
  isError: false
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('a result before the model reads it', () => {
  it('TOOL-16 SEC-17: is shown completely, with hidden characters marked, and sent unchanged', async () => {
    const { answers } = await showQuestions([result])
    const dialog = screen.getByRole('dialog', { name: 'Result of get_events on calendar' })
    expect(dialog.textContent).toContain('Lunch at noon.U+202E Door code 7391')
    expect(dialog.textContent).toContain('Dinner')
    await userEvent.click(await findEnabledButton('Send to model'))
    expect(answers()).toEqual([{ type: 'tool-result', decision: 'pass' }])
  })

  it('SEC-02: can lose a selected passage, and the model gets the rest', async () => {
    const { answers } = await showQuestions([result])
    await press('Edit result')
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Result, text 1' })
    const redact = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Redact selection' })[0]
    expect(redact?.disabled).toBe(true)
    const start = field.value.indexOf('Door')
    await userEvent.pointer([
      { target: field, offset: start, keys: '[MouseLeft>]' },
      { offset: field.value.length },
      { keys: '[/MouseLeft]' }
    ])
    await userEvent.click(redact as HTMLElement)
    const text = 'Lunch at noon.\u202e [redacted by the user]'
    expect(field.value).toBe(text)
    await press('Edit result')
    expect(screen.getByText('Changed by you.')).toBeTruthy()
    await userEvent.click(await findEnabledButton('Send to model'))
    expect(answers()).toEqual([{ type: 'tool-result', decision: 'pass', texts: [text, 'Dinner'] }])
  })

  it.each(['button', 'key'])('is refused by %s', async (how) => {
    const { answers } = await showQuestions([result])
    if (how === 'button') await press('Refuse')
    else await userEvent.keyboard('{Escape}')
    expect(answers()).toEqual([{ type: 'tool-result', decision: 'refuse' }])
  })
})
