import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Question } from '../../app/contract/questions/questions'
import { FakeFailure, type FakeBridge } from '../testing/fake-bridge'
import { sampleToolQuestion, sampleTrustQuestion } from '../testing/sample-state'
import { findEnabledButton } from '../testing/enabled-button'
import { showQuestions, type RenderedQuestions } from '../testing/show-questions'
import { quote } from '../../app/texts/localized'
import { soon } from '../../app/testing/soon'

let bridge: FakeBridge
let answers: RenderedQuestions['answers']

async function show(...questions: Question[]) {
  ;({ bridge, answers } = await showQuestions(questions))
}

describe('the question about a server', () => {
  it('SEC-14 SEC-08: shows the whole command, piece by piece, and whose rights it has', async () => {
    const long = `--token=${'x'.repeat(5_000)}`
    await show({
      ...sampleTrustQuestion,
      act: { ...sampleTrustQuestion.act, args: ['-c', 'first\nsecond', '', 'a\u202Eb', long] }
    })
    const dialog = screen.getByRole('dialog', { name: 'Trust server database?' })
    const items = within(within(dialog).getByRole('list', { name: 'Arguments' })).getAllByRole('listitem')
    expect(items).toHaveLength(5)
    expect(items[1]?.textContent).toBe('firstU+000A line break\nsecond')
    expect(items[2]?.textContent).toBe('empty')
    expect(items[3]?.textContent).toBe('aU+202Eb')
    expect(items[4]?.textContent).toBe(long)
    expect(dialog.textContent).toContain('Trust it only if you trust its author')
    expect(dialog.textContent).toContain('LD_PRELOAD')
    expect(within(dialog).getByRole('list', { name: 'Warnings' }).textContent).toContain(
      'load other code first'
    )
  })

  it('highlights the host of an address', async () => {
    await show({
      ...sampleTrustQuestion,
      act: {
        ...sampleTrustQuestion.act,
        transport: 'http',
        command: null,
        args: [],
        url: 'https://a.test@b.test/mcp'
      }
    })
    expect(screen.getByRole('dialog').querySelector('strong')?.textContent).toBe('b.test')
  })

  it('says what changed since it was trusted', async () => {
    await show({ ...sampleTrustQuestion, previous: { ...sampleTrustQuestion.act, command: 'npx' } })
    const changes = screen.getByRole('region', { name: 'Changes' })
    expect(changes.querySelector('del')?.textContent).toBe('npx')
    expect(changes.querySelector('ins')?.textContent).toBe('uvx')
  })

  it('sends either answer', async () => {
    await show(sampleTrustQuestion)
    await userEvent.click(await findEnabledButton('Trust and start'))
    expect(answers()).toEqual([{ type: 'server-trust', decision: 'trust' }])
  })

  it('gives the safe answer on Escape', async () => {
    await show(sampleTrustQuestion)
    await userEvent.keyboard('{Escape}')
    expect(answers()).toEqual([{ type: 'server-trust', decision: 'keep-stopped' }])
  })
})

describe('accidental answers', () => {
  beforeEach(() => show(sampleToolQuestion))

  it('are prevented: the dialog has the focus, and keys do not approve', async () => {
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('dialog'), soon)
    await findEnabledButton('Allow once')
    await userEvent.keyboard('yes please{Enter} {Enter}')
    expect(answers()).toEqual([])
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('leave the page behind readable, with the focus kept inside', async () => {
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('dialog'), soon)
    expect(screen.getByRole('main').textContent).toBe('What the question is about')
    const dialog = screen.getByRole('dialog')
    for (let presses = 0; presses < 12; presses++) {
      await userEvent.tab()
      expect(dialog.contains(document.activeElement)).toBe(true)
    }
    await userEvent.tab({ shift: true })
    expect(dialog.contains(document.activeElement)).toBe(true)
  })
})

describe('the first half second', () => {
  // The clock stands still, so that it lasts as long as the test.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  it('TOOL-08 TOOL-09 SEC-01: takes no approval, but a denial', async () => {
    await show(sampleToolQuestion)
    const names = ['Allow once', 'Allow for this conversation', 'Always allow']
    for (const name of names) {
      const button = screen.getByRole('button', { name })
      expect(button.getAttribute('aria-disabled')).toBe('true')
      fireEvent.click(button)
    }
    expect(answers()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Deny' }))
    expect(answers()).toEqual([{ type: 'tool-call', decision: 'deny' }])
  })
})

describe('the question about a tool call', () => {
  it("UI-04 TOOL-10 TOOL-11 TOOL-35: shows who asks, the server's description and all arguments", async () => {
    const content = 'line\n'.repeat(3_000)
    await show({
      ...sampleToolQuestion,
      arguments: { path: '/a', content },
      note: quote('Its description has changed.')
    })
    const dialog = screen.getByRole('dialog', { name: 'Allow write_file on files?' })
    expect(dialog.textContent).toContain('Claude Sonnet 4.5 asks')
    expect(dialog.textContent).toContain('Creates a file or replaces its content.')
    expect(dialog.textContent).toContain('The server says: may delete or overwrite')
    expect(dialog.textContent).toContain('Its description has changed.')
    expect(dialog.textContent).toContain(content)
  })

  it('says when the user requested the call', async () => {
    await show({ ...sampleToolQuestion, requestedBy: 'direct' })
    expect(screen.getByRole('dialog').textContent).toContain('You asked for this call.')
  })

  it.each([
    ['Allow once', 'allow-once'],
    ['Allow for this conversation', 'allow-conversation'],
    ['Always allow', 'allow-always']
  ])('%s', async (name, decision) => {
    await show(sampleToolQuestion)
    await userEvent.click(await findEnabledButton(name))
    await vi.waitFor(() => expect(answers()).toEqual([{ type: 'tool-call', decision }]), soon)
  })

  it('sends edited arguments after checking them', async () => {
    await show(sampleToolQuestion)
    await userEvent.click(screen.getByRole('button', { name: 'Edit arguments' }))
    const path = screen.getByRole('textbox', { name: 'path' })
    await userEvent.clear(path)
    await userEvent.type(path, '/tmp/x')
    await userEvent.click(await findEnabledButton('Allow once'))
    const edited = { ...sampleToolQuestion.arguments, path: '/tmp/x' }
    await vi.waitFor(
      () => expect(answers()).toEqual([{ type: 'tool-call', decision: 'allow-once', arguments: edited }]),
      soon
    )
    expect(bridge.inputsOf('tool.check-arguments')[0]?.arguments).toEqual(edited)
  })

  it('stays open and shows where edited arguments do not fit', async () => {
    await show(sampleToolQuestion)
    bridge.handle({
      'tool.check-arguments': () => [{ path: '/path', message: quote('Outside of the allowed folder.') }]
    })
    await userEvent.click(screen.getByRole('button', { name: 'Edit arguments' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'path' }), '!')
    await userEvent.click(await findEnabledButton('Allow once'))
    const path = screen.getByRole('textbox', { name: 'path' })
    await vi.waitFor(() => expect(path.getAttribute('aria-invalid')).toBe('true'), soon)
    expect(screen.getByText('Outside of the allowed folder.')).toBeTruthy()
    expect(answers()).toEqual([])
  })

  it('opens the editor if the host rejects the arguments', async () => {
    await show(sampleToolQuestion)
    bridge.handle({
      'consent.answer': () => {
        const problems = [{ path: '/content', message: quote('Too long.') }]
        throw new FakeFailure('TOOL_INVALID_ARGUMENTS', 'The arguments do not fit.', { problems })
      }
    })
    await userEvent.click(await findEnabledButton('Allow once'))
    expect(await screen.findByText('Too long.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Edit arguments' }).getAttribute('aria-pressed')).toBe('true')
  })

  it('sends nothing while a field contains invalid JSON', async () => {
    await show(sampleToolQuestion)
    await userEvent.click(screen.getByRole('button', { name: 'Edit arguments' }))
    await userEvent.click(screen.getByRole('tab', { name: 'JSON' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Arguments as JSON' }), 'oops')
    await userEvent.click(await findEnabledButton('Allow once'))
    expect((await screen.findByRole('alert')).textContent).toContain("isn't valid JSON")
    expect(answers()).toEqual([])
  })

  it('closes the editor on Escape before it denies', async () => {
    await show(sampleToolQuestion)
    await userEvent.click(screen.getByRole('button', { name: 'Edit arguments' }))
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('textbox', { name: 'path' })).toBeNull()
    expect(answers()).toEqual([])
    await userEvent.keyboard('{Escape}')
    expect(answers()).toEqual([{ type: 'tool-call', decision: 'deny' }])
  })

  it('says why an answer failed and can be answered again', async () => {
    await show(sampleToolQuestion)
    bridge.handle({
      'consent.answer': () => {
        throw new FakeFailure('HISTORY_UNAVAILABLE', 'The grant could not be kept.')
      }
    })
    await userEvent.click(await findEnabledButton('Always allow'))
    expect((await screen.findByRole('alert')).textContent).toBe('The grant could not be kept.')
    expect((screen.getByRole('button', { name: 'Deny' }) as HTMLButtonElement).disabled).toBe(false)
  })
})

describe('several questions', () => {
  const second: Question = { ...sampleToolQuestion, id: 'q3', toolName: 'list_directory' }

  it('are shown one at a time, the oldest first, with the number waiting', async () => {
    await show(sampleTrustQuestion, sampleToolQuestion, second)
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(screen.getByRole('dialog').textContent).toContain('2 more waiting')
    act(() => bridge.emit('questions.changed', [sampleToolQuestion, second]))
    expect(screen.getByRole('dialog', { name: 'Allow write_file on files?' }).textContent).toContain(
      '1 more waiting'
    )
    expect(screen.getByRole('button', { name: 'Allow once' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('close automatically when they are withdrawn', async () => {
    await show(sampleToolQuestion)
    act(() => bridge.emit('questions.changed', []))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), soon)
  })

  it("don't keep edited arguments for the next", async () => {
    await show(sampleToolQuestion, { ...second, toolName: 'write_file' })
    await userEvent.click(screen.getByRole('button', { name: 'Edit arguments' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'path' }), 'XXX')
    act(() => bridge.emit('questions.changed', [{ ...second, toolName: 'write_file' }]))
    expect(screen.getByRole('dialog').textContent).not.toContain('XXX')
  })
})
