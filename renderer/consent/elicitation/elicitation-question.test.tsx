import { act, createEvent, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ElicitationQuestion } from '../../../app/contract/questions/questions'
import { FakeFailure } from '../../testing/fake-bridge'
import { sampleElicitation } from '../../testing/sample-questions'
import { sampleToolQuestion } from '../../testing/sample-state'
import { findEnabledButton } from '../../testing/enabled-button'
import { showQuestions } from '../../testing/show-questions'
import { quote } from '../../../app/texts/localized'
import { soon } from '../../../app/testing/soon'

const show = (changes: Partial<ElicitationQuestion> = {}) =>
  showQuestions([{ ...sampleElicitation, ...changes }])

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
/** Pasted at once, if single keystrokes don't matter. */
const fill = async (field: HTMLElement, text: string) => {
  await userEvent.click(field)
  await userEvent.paste(text)
}
const submit = async () => userEvent.click(await findEnabledButton('Submit'))

/** The content of `What will be sent`. */
function preview(): unknown {
  return JSON.parse(screen.getByRole('group', { name: 'What will be sent' }).textContent ?? '')
}

async function choose(field: string, option: string) {
  await userEvent.click(screen.getByRole('combobox', { name: field }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

/** A control's description: notes and problems. */
function wordsAt(control: HTMLElement): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

describe('the form that a server asks for', () => {
  it('ELIC-20 ELIC-27: says which server asks, during which call, and what for', async () => {
    await show({ message: 'Your \u202Ename' })
    const dialog = screen.getByRole('dialog', { name: 'everything asks for input' })
    expect(dialog.textContent).toContain(
      'The server everything asks you for this while its tool trigger-elicitation-request runs'
    )
    expect(screen.getByRole('region', { name: 'Message from everything' }).textContent).toContain(
      'Your U+202Ename'
    )
  })

  it('ELIC-15: labels a field by its title, or else by its name, and marks required ones', async () => {
    await show()
    expect(box('Project name').getAttribute('aria-required')).toBe('true')
    expect(wordsAt(box('Contact'))).toContain('Who answers for it')
    expect(box('homepage')).toBeTruthy()
    const marks = screen.getAllByText('required')
    expect(marks).toHaveLength(2)
  })

  it('labels a field only by its title, and shows no value next to a checkbox', async () => {
    await show()
    const form = screen.getByRole('region', { name: 'Your answers' })
    expect(form.textContent).not.toContain('typescript')
    expect(form.textContent).not.toMatch(/true|false/)
  })

  it('ELIC-14 SYS-04: fills fields with their defaults, and shows them in the preview', async () => {
    await show()
    expect(box('Port').value).toBe('3000')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Use TypeScript' }).checked).toBe(true)
    expect(screen.getByRole('combobox', { name: 'License' }).textContent).toContain('MIT')
    expect(preview()).toEqual({ license: 'MIT', typescript: true, port: 3_000, targets: ['web'] })
  })

  it('ELIC-06 ELIC-08 ELIC-09 ELIC-10 ELIC-11 ELIC-12 ELIC-13 ELIC-19: sends every kind of answer in its own type', async () => {
    const { answers } = await show()
    await userEvent.type(box('Project name'), 'parley')
    await fill(box('Contact'), 'ada@example.com')
    await fill(box('homepage'), 'https://example.com')
    await fill(screen.getByLabelText('Due'), '2026-12-31')
    await fill(box('First meeting'), '2026-12-01T10:00:00Z')
    await choose('Framework', 'Vue')
    await choose('Mascot', 'Green Lantern')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Use TypeScript' }))
    await userEvent.type(box('Budget'), '12.5')
    await userEvent.click(screen.getByRole('checkbox', { name: 'desktop' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Salmon' }))
    const content = {
      name: 'parley',
      email: 'ada@example.com',
      homepage: 'https://example.com',
      due: '2026-12-31',
      meeting: '2026-12-01T10:00:00Z',
      framework: 'vue',
      hero: 'hero-2',
      license: 'MIT',
      typescript: false,
      port: 3_000,
      budget: 12.5,
      targets: ['web', 'desktop'],
      fish: ['fish-2']
    }
    expect(preview()).toEqual(content)
    await submit()
    await vi.waitFor(
      () => expect(answers()).toEqual([{ type: 'elicitation', decision: 'submit', content }]),
      soon
    )
  })

  it('ELIC-16: reports problems in plain words while typing, but not for untouched fields', async () => {
    await show()
    await userEvent.type(box('Contact'), 'ada')
    expect(wordsAt(box('Contact'))).toContain('Enter an email address, such as ada@example.com.')
    expect(box('Project name').getAttribute('aria-invalid')).toBeNull()
    await fill(box('Contact'), '@example.com')
    expect(box('Contact').getAttribute('aria-invalid')).toBeNull()
    await userEvent.clear(box('Port'))
    await userEvent.type(box('Port'), '70000')
    expect(wordsAt(box('Port'))).toContain('Enter 65535 or less.')
  })

  it('ELIC-07: lets the host check patterns while typing', async () => {
    const { bridge } = await show()
    bridge.handle({
      'consent.check-content': ({ content }) =>
        content['name'] === 'Parley'
          ? [{ path: '/name', message: quote('Must match the pattern ^[a-z-]+$.') }]
          : []
    })
    expect(wordsAt(box('Project name'))).toContain('Must match ^[a-z-]+$')
    await userEvent.type(box('Project name'), 'Parley')
    await vi.waitFor(() => expect(wordsAt(box('Project name'))).toContain('Must match the pattern'), soon)
    await userEvent.clear(box('Project name'))
    await userEvent.type(box('Project name'), 'parley')
    await vi.waitFor(() => expect(box('Project name').getAttribute('aria-invalid')).toBeNull(), soon)
  })

  it('ELIC-16: sends nothing invalid, marks every invalid field and focuses the first', async () => {
    const { answers } = await show()
    await submit()
    expect(screen.getByRole('alert').textContent).toBe('Fix the 2 marked fields.')
    expect(document.activeElement).toBe(box('Project name'))
    expect(wordsAt(screen.getByRole('combobox', { name: 'Framework' }))).toContain('Choose one.')
    await userEvent.type(box('Project name'), 'parley')
    await choose('Framework', 'None')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(answers()).toEqual([])
  })

  it('ELIC-16: focuses the current problem, not an earlier one, if the host is slow to check', async () => {
    const { bridge } = await show()
    bridge.handle({
      'consent.check-content': ({ content }) =>
        content['name'] === undefined
          ? [{ path: '/name', message: quote('Must be there.') }]
          : new Promise<never>(() => {})
    })
    await vi.waitFor(() => expect(bridge.inputsOf('consent.check-content')).toHaveLength(1), soon)
    await fill(box('Project name'), 'parley')
    await submit()
    expect(screen.getByRole('alert').textContent).toBe('Fix the marked field.')
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Framework' }))
    expect(box('Project name').getAttribute('aria-invalid')).toBeNull()
  })

  it('shows what the host rejects at the fields, and keeps the values', async () => {
    const { bridge, answers } = await show({
      requestedSchema: { type: 'object', properties: { code: { type: 'string', pattern: '^A' } } }
    })
    bridge.handle({
      'consent.answer': () => {
        const problems = [{ path: '/code', message: quote('Must match the pattern ^A.') }]
        throw new FakeFailure('TOOL_INVALID_ARGUMENTS', 'The answers do not fit.', { problems })
      }
    })
    await userEvent.type(box('code'), 'B')
    await submit()
    await vi.waitFor(() => expect(wordsAt(box('code'))).toContain('Must match the pattern ^A.'), soon)
    expect(box('code').value).toBe('B')
    expect(answers()).toHaveLength(1)
    expect((screen.getByRole('button', { name: 'Decline' }) as HTMLButtonElement).disabled).toBe(false)
  })

  it("keeps the host's problems when a check arrives late or fails", async () => {
    const { bridge } = await show({
      requestedSchema: { type: 'object', properties: { code: { type: 'string' } } }
    })
    let failCheck: (error: Error) => void = () => {}
    bridge.handle({
      'consent.check-content': () => new Promise<never>((_, reject) => (failCheck = reject)),
      'consent.answer': () => {
        const problems = [{ path: '/code', message: quote('Must match the pattern ^A.') }]
        throw new FakeFailure('TOOL_INVALID_ARGUMENTS', 'The answers do not fit.', { problems })
      }
    })
    await userEvent.type(box('code'), 'B')
    await vi.waitFor(
      () =>
        expect(bridge.inputsOf('consent.check-content')).toContainEqual(
          expect.objectContaining({ content: { code: 'B' } })
        ),
      soon
    )
    await submit()
    await vi.waitFor(() => expect(wordsAt(box('code'))).toContain('Must match the pattern ^A.'), soon)
    await act(async () => failCheck(new FakeFailure('INTERNAL', 'The check failed.')))
    expect(wordsAt(box('code'))).toContain('Must match the pattern ^A.')
  })

  it('ELIC-21: can remove an optional value, which then is not sent', async () => {
    await show()
    const clear = screen.getAllByRole('button', { name: 'Clear' })
    for (const button of clear) await userEvent.click(button)
    expect(preview()).toEqual({})
  })
})

describe('three different answers', () => {
  it.each([
    ['Decline', 'decline'],
    ['Cancel', 'cancel']
  ])('ELIC-17 ELIC-18 ELIC-21: sends %s at once and without content', async (name, decision) => {
    const { answers } = await show()
    await userEvent.type(box('Project name'), 'parley')
    await press(name)
    expect(answers()).toEqual([{ type: 'elicitation', decision }])
  })

  const pressOutside = () =>
    userEvent.click(document.querySelector('[data-part="backdrop"]') ?? document.body)

  it('ELIC-17: cancels on Escape, does nothing on Enter, and keeps values on a press outside', async () => {
    const { answers } = await show()
    await findEnabledButton('Submit')
    await fill(box('Contact'), 'ada@example.com')
    await userEvent.keyboard('{Enter}')
    await pressOutside()
    expect(answers()).toEqual([])
    await userEvent.keyboard('{Escape}')
    expect(answers()).toEqual([{ type: 'elicitation', decision: 'cancel' }])
  })

  describe('in the first half second', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
    afterEach(() => void vi.useRealTimers())
    const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

    /** A click of assistive technology, now. */
    function click(target: Element | null): void {
      const event = createEvent.click(target ?? document.body)
      Object.defineProperty(event, 'timeStamp', { value: performance.now() })
      fireEvent(target ?? document.body, event)
    }

    it('ELIC-17: dismisses an untouched form by a press outside, but not in the first half second', async () => {
      const { answers } = await show()
      const outside = document.querySelector('[data-part="backdrop"]')
      pass(499)
      click(outside)
      expect(answers()).toEqual([])
      pass(1)
      click(outside)
      expect(answers()).toEqual([{ type: 'elicitation', decision: 'cancel' }])
    })

    it('ignores Submit in the first half second, with the focus on the dialog', async () => {
      const { answers } = await show({ requestedSchema: { type: 'object', properties: {} } })
      const button = screen.getByRole('button', { name: 'Submit' })
      pass(499)
      expect(document.activeElement?.getAttribute('role')).toBe('dialog')
      expect(button.getAttribute('aria-disabled')).toBe('true')
      click(button)
      expect(answers()).toEqual([])
      pass(1)
      click(button)
      await act(async () => await Promise.resolve())
      expect(answers()).toEqual([{ type: 'elicitation', decision: 'submit', content: {} }])
    })
  })

  it('ELIC-23: says why a form is rejected, and has no fields and no approval', async () => {
    const { answers } = await show({ refusal: quote('It asks for a password (“API key”).') })
    const dialog = within(screen.getByRole('dialog', { name: 'everything asks for input' }))
    expect(dialog.getByRole('list', { name: 'Warnings' }).textContent).toContain('It asks for a password')
    expect(dialog.queryByRole('textbox')).toBeNull()
    expect(dialog.queryByRole('button', { name: 'Submit' })).toBeNull()
    await press('Decline')
    expect(answers()).toEqual([{ type: 'elicitation', decision: 'decline' }])
  })

  it('ELIC-23: says why a form is doubtful, and enables Submit after a second look', async () => {
    const { answers } = await show({
      doubt: quote('The form asks for “TAN”.'),
      requestedSchema: { type: 'object', properties: { tan: { type: 'string', title: 'TAN' } } }
    })
    const dialog = within(screen.getByRole('dialog', { name: 'everything asks for input' }))
    expect(dialog.getByRole('list', { name: 'Warnings' }).textContent).toContain('The form asks for “TAN”')
    await userEvent.type(box('TAN'), '7')
    await submit()
    expect(answers()).toEqual([])
    await userEvent.click(
      dialog.getByRole('switch', { name: 'I checked again: my answers contain no secret' })
    )
    await submit()
    await vi.waitFor(
      () =>
        expect(answers()).toEqual([
          { type: 'elicitation', decision: 'submit', content: { tan: '7' }, acceptsDoubt: true }
        ]),
      soon
    )
  })

  it('waits behind other questions and starts again for the next', async () => {
    const next: ElicitationQuestion = { ...sampleElicitation, id: 'q-next', serverName: 'other' }
    const { bridge } = await showQuestions([sampleElicitation, sampleToolQuestion, next])
    expect(screen.getByRole('dialog').textContent).toContain('2 more waiting')
    await userEvent.type(box('Project name'), 'mine')
    act(() => bridge.emit('questions.changed', [next]))
    expect(screen.getByRole('dialog', { name: 'other asks for input' })).toBeTruthy()
    expect(box('Project name').value).toBe('')
    act(() => bridge.emit('questions.changed', []))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), soon)
  })
})

describe('forms of the specification', () => {
  it('SYS-42: checks the address in the contact form and rejects an age below 18', async () => {
    const { answers } = await show({
      requestedSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', description: 'Your full name' },
          email: { type: 'string', format: 'email', description: 'Your email address' },
          age: { type: 'number', minimum: 18, description: 'Your age' }
        },
        required: ['name', 'email']
      }
    })
    await userEvent.type(box('name'), 'Ada')
    await userEvent.type(box('email'), 'ada')
    await userEvent.type(box('age'), '17')
    await submit()
    expect(answers()).toEqual([])
    expect(wordsAt(box('email'))).toContain('Enter an email address')
    expect(wordsAt(box('age'))).toContain('Enter 18 or more.')
    await fill(box('email'), '@example.com')
    await userEvent.type(box('age'), '{Backspace}8')
    await submit()
    const content = { name: 'Ada', email: 'ada@example.com', age: 18 }
    await vi.waitFor(
      () => expect(answers()).toEqual([{ type: 'elicitation', decision: 'submit', content }]),
      soon
    )
  })

  it('SYS-44: shows labels, defaults and required marks in the project form, and sends typed answers', async () => {
    const { answers } = await show({
      requestedSchema: {
        type: 'object',
        properties: {
          projectName: { type: 'string', title: 'Project Name' },
          framework: {
            type: 'string',
            title: 'Framework',
            enum: ['react', 'vue', 'angular', 'none'],
            enumNames: ['React', 'Vue', 'Angular', 'None']
          },
          useTypeScript: { type: 'boolean', title: 'Use TypeScript', default: true },
          port: { type: 'number', title: 'Port', default: 3_000 }
        },
        required: ['projectName', 'framework']
      }
    })
    await userEvent.click(screen.getByRole('combobox', { name: 'Framework' }))
    const options = await screen.findAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['React', 'Vue', 'Angular', 'None'])
    await userEvent.click(screen.getByRole('option', { name: 'None' }))
    await userEvent.type(box('Project Name'), 'parley')
    await submit()
    const content = { projectName: 'parley', framework: 'none', useTypeScript: true, port: 3_000 }
    await vi.waitFor(
      () => expect(answers()).toEqual([{ type: 'elicitation', decision: 'submit', content }]),
      soon
    )
  })
})
