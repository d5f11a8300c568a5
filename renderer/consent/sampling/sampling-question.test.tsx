import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { SamplingAnswerQuestion, SamplingQuestion } from '../../../app/contract/questions/questions'
import { sampleSamplingAnswer, sampleSamplingQuestion } from '../../testing/sample-questions'
import { sampleModels } from '../../testing/sample-state'
import { findEnabledButton } from '../../testing/enabled-button'
import { showQuestions } from '../../testing/show-questions'
import { quote } from '../../../app/texts/localized'
import { soon } from '../../../app/testing/soon'

const box = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const pressAwake = async (name: string) => userEvent.click(await findEnabledButton(name))
const { request } = sampleSamplingQuestion

function show(changes: Partial<SamplingQuestion> = {}, models = sampleModels) {
  return showQuestions([{ ...sampleSamplingQuestion, ...changes }], { models })
}

describe('a request for a model’s answer', () => {
  it("SAMP-30: shows today's budget, money with its limit", async () => {
    const limits = { requestsPerMinute: 30, requestsPerDay: 200, tokensPerDay: 1_000, maxTokens: 100 }
    const used = { requestsToday: 3, tokensToday: 20, moneyToday: 0.02 }
    await show({ budget: { ...limits, ...used, moneyPerDay: 5 } })
    const budget = screen.getByRole('region', { name: "Today's budget" })
    expect(budget.textContent).toContain(
      "$0.02 of $5.00. No price is set for Claude Sonnet 4.5, so the cost of this answer is unknown and isn't counted"
    )
  })

  it('SAMP-07: shows who asks and everything that would be sent to the model', async () => {
    await show()
    const dialog = screen.getByRole('dialog', { name: 'Sampling request from travel' })
    expect(dialog.textContent).toContain(
      'The server travel wants a model to answer this while its tool find_flights runs'
    )
    expect(box('System prompt').value).toBe('You compare flights. Be brief.')
    expect(box('Message 1').value).toBe('Which of these 47 flights is the best for a family of four?')
    expect(box('Message 2').value).toBe('Is the price or the time more important?')
    expect(box('Part 3.2').value).toContain('BER–BCN 11:45')
    const messages = within(screen.getByRole('list', { name: 'Messages' })).getAllByRole('listitem')
    expect(messages.map((message) => within(message).getByText(/^(?:user|assistant)$/).textContent)).toEqual([
      'user',
      'assistant',
      'user'
    ])
    expect(messages[2]?.textContent).toContain('Audio, audio/wav')
    expect(screen.getByLabelText<HTMLInputElement>('Answer limit').value).toBe('1500')
    expect(dialog.textContent).toContain('up to 1,500')
    const wishes = screen.getByRole('region', { name: 'Server preferences' }).textContent
    expect(wishes).toContain('claude-sonnet')
    expect(wishes).toContain('low cost 0.2, ability 0.9')
    expect(box('Temperature').value).toBe('0.3')
    expect(box('Stop sequences').value).toBe(String.raw`END\n`)
  })

  it('SAMP-22: names the model and why it was chosen, and can choose another', async () => {
    const { answers } = await show()
    const select = screen.getByRole('combobox', { name: 'Model' })
    expect(select.textContent).toContain('Claude Sonnet 4.5')
    expect(screen.getByRole('dialog').textContent).toContain(
      'The first hint, “claude-sonnet”, is part of its name.'
    )
    await userEvent.click(select)
    expect(screen.queryByRole('option', { name: /^Direct/ })).toBeNull()
    await userEvent.click(await screen.findByRole('option', { name: 'Claude Haiku 4.5' }))
    await pressAwake('Approve')
    expect(answers()).toMatchObject([
      { decision: 'approve', edited: { model: 'anthropic/claude-haiku-4-5' } }
    ])
  })

  it('SAMP-03: approves what was requested, unchanged', async () => {
    const { answers } = await show()
    await pressAwake('Approve')
    expect(answers()).toEqual([{ type: 'sampling', decision: 'approve' }])
  })

  it('SAMP-04 SAMP-09 SAMP-23: sends the texts, the system prompt and the limit as the user edited them', async () => {
    const { answers } = await show()
    await userEvent.clear(box('System prompt'))
    await userEvent.clear(box('Message 1'))
    await userEvent.type(box('Message 1'), 'Which one?')
    await userEvent.type(box('Part 3.2'), '!')
    const limit = screen.getByLabelText('Answer limit')
    await userEvent.clear(limit)
    await userEvent.type(limit, '200')
    await pressAwake('Approve')
    const [first, second, third] = request.messages
    expect(answers()).toEqual([
      {
        type: 'sampling',
        decision: 'approve',
        edited: {
          messages: [
            { role: 'user', content: [{ type: 'text', text: 'Which one?' }] },
            second,
            {
              role: 'user',
              content: [
                third?.content[0],
                { type: 'text', text: 'BER–BCN 07:10, 189 €\nBER–BCN 11:45, 214 €!' },
                third?.content[2]
              ]
            }
          ],
          systemPrompt: null,
          model: sampleSamplingQuestion.model,
          maxTokens: 200
        }
      }
    ])
    expect(first?.content[0]).toEqual({ type: 'text', text: expect.stringContaining('47 flights') })
  })

  it("SAMP-26: allows no more than the server's limit", async () => {
    const { answers } = await show()
    await userEvent.type(screen.getByLabelText('Answer limit'), '0')
    expect(screen.getByText('Enter a whole number from 1 to 1,500.')).toBeTruthy()
    expect(screen.queryByText(/then approve\./)).toBeNull()
    await pressAwake('Approve')
    expect(screen.getByRole('alert').textContent).toContain('Fix the answer limit')
    expect(answers()).toEqual([])
  })

  it('SAMP-24 SAMP-29: excludes the conversation unless the user includes what is shown', async () => {
    const { answers } = await show()
    const context = within(screen.getByRole('region', { name: 'Context' }))
    expect(box('Context').value).toBe(sampleSamplingQuestion.contextPreview)
    expect(context.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
    await userEvent.click(context.getByRole('checkbox', { name: 'Let the model read this' }))
    await pressAwake('Approve')
    expect(answers()).toEqual([{ type: 'sampling', decision: 'approve', sharesContext: true }])
  })

  it("SAMP-15 SAMP-16: shows the tools in the server's request, and who runs them", async () => {
    await show({ request: { ...request, toolChoice: 'required' } })
    const tools = screen.getByRole('region', { name: 'Tools in the request' })
    expect(screen.getByRole('combobox', { name: 'Tool use' }).textContent).toContain('must use at least one')
    expect(tools.textContent).toContain('The server runs these tools itself')
    expect(tools.textContent).toContain('seat_mapShows which seats of a flight are free.')
    expect(tools.textContent).toContain('"flight"')
  })

  it('SAMP-04 SAMP-16: can remove each tool, and change whether tools must be used', async () => {
    const { answers } = await show()
    await userEvent.click(screen.getByRole('combobox', { name: 'Tool use' }))
    await userEvent.click(await screen.findByRole('option', { name: "The model can't use them this time" }))
    await pressAwake('Approve')
    expect(answers()).toMatchObject([{ edited: { toolChoice: 'none' } }])
    await userEvent.click(screen.getByRole('checkbox', { name: 'seat_map' }))
    expect(screen.queryByRole('combobox', { name: 'Tool use' })).toBeNull()
    expect(screen.getByText('Changed by you: tools.')).toBeTruthy()
    await press('Undo changes')
    expect(screen.getByText("Unchanged from the server's request.")).toBeTruthy()
  })

  it('SAMP-26: says what a model with a lower limit gets instead of a higher temperature', async () => {
    const models = sampleModels.models.map((model) => ({ ...model, highestTemperature: 1 }))
    await show({}, { ...sampleModels, models })
    await userEvent.clear(box('Temperature'))
    await userEvent.type(box('Temperature'), '1.5')
    expect(screen.getByRole('dialog').textContent).toContain(
      'Claude Sonnet 4.5 supports at most 1, so Parley sends 1.'
    )
  })

  it('SAMP-26: says that the temperature is omitted for a model without one', async () => {
    const models = sampleModels.models.map((model) => ({ ...model, highestTemperature: null }))
    await show({}, { ...sampleModels, models })
    expect(screen.getByRole('dialog').textContent).toContain(
      "Claude Sonnet 4.5 doesn't support temperature, so it isn't sent."
    )
  })

  it('SAMP-24: can only include what the server’s own tools did', async () => {
    const { answers } = await show({
      request: { ...request, includeContext: 'all-servers' },
      contextPreview: 'Person: Hi.\nTool travel find: 47.',
      ownContextPreview: 'Tool travel find: 47.'
    })
    await userEvent.click(screen.getByRole('combobox', { name: 'How much to share' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Only tool activity of travel' }))
    expect(box('Context').value).toBe('Tool travel find: 47.')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Let the model read this' }))
    await pressAwake('Approve')
    expect(answers()).toEqual([
      { type: 'sampling', decision: 'approve', sharesContext: true, context: 'Tool travel find: 47.' }
    ])
  })

  it('SAMP-30: says why it asks although requests are approved automatically', async () => {
    await show({ note: quote('No price is set for it.') })
    expect(screen.getByRole('dialog').textContent).toContain('No price is set for it.')
  })

  it('SAMP-11: shows pictures, tool calls, results and unknown content without running any', async () => {
    await show({
      request: {
        ...request,
        messages: [
          { role: 'user', content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] },
          { role: 'user', content: [{ type: 'image', mimeType: 'image/svg+xml', data: 'AAAA' }] },
          {
            role: 'assistant',
            content: [{ type: 'tool-use', id: 't1', name: 'seat_map', input: { flight: 'X1' } }]
          },
          {
            role: 'user',
            content: [
              {
                type: 'tool-result',
                toolUseId: 't1',
                content: [{ type: 'text', text: '<b>12A</b>' }],
                structuredContent: { free: 1 },
                isError: true
              }
            ]
          },
          { role: 'user', content: [{ type: 'unknown', raw: { type: 'hologram' } }] },
          { role: 'user', content: [] }
        ]
      }
    })
    const list = screen.getByRole('list', { name: 'Messages' })
    expect(
      within(list)
        .getAllByRole('img')
        .map((image) => image.getAttribute('src'))
    ).toEqual(['data:image/png;base64,AAAA'])
    expect(list.textContent).toContain("Call of the server's tool seat_map")
    expect(list.textContent).toContain('Failed call')
    expect(list.textContent).toContain('<b>12A</b>')
    expect(list.textContent).toContain('hologram')
    expect(list.textContent).toContain('Message 6Empty.')
  })

  it('names invisible characters and removes them on request', async () => {
    const text = 'Sum\u200Bmarize\u202E this'
    await show({ request: { ...request, messages: [{ role: 'user', content: [{ type: 'text', text }] }] } })
    const [message] = within(screen.getByRole('list', { name: 'Messages' })).getAllByRole('listitem')
    expect(message?.textContent).toContain('Contains 2 hidden characters')
    expect(message?.textContent).toContain('SumU+200BmarizeU+202E this')
    await press('Remove hidden characters')
    expect(box('Message 1').value).toBe('Summarize this')
    expect(screen.queryByRole('button', { name: 'Remove hidden characters' })).toBeNull()
  })

  it('SAMP-03 SAMP-06: declines at once on Decline, declines on Escape, and approves by no key', async () => {
    const first = await show()
    await findEnabledButton('Approve')
    await userEvent.keyboard('{Enter} {Enter}')
    await userEvent.keyboard('{Escape}')
    expect(first.answers()).toEqual([{ type: 'sampling', decision: 'decline' }])
  })

  it('takes no approval in the first half second', async () => {
    // The clock stands still, so that it lasts as long as a slow computer needs.
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { answers } = await show()
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    expect(answers()).toEqual([])
    vi.useRealTimers()
    await press('Decline')
    expect(answers()).toEqual([{ type: 'sampling', decision: 'decline' }])
  })

  it('lets the user answer instead of a model', async () => {
    const { answers } = await show()
    await press('Answer myself')
    expect(answers()).toEqual([{ type: 'sampling', decision: 'answer-myself' }])
  })

  it('offers no approval if there is no model, and says why', async () => {
    await show(
      { model: 'direct', modelReason: quote('No model is set up.') },
      { ...sampleModels, models: sampleModels.models.filter(({ id }) => id === 'direct') }
    )
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(screen.getByRole('dialog').textContent).toContain(
      "No model is available, so you can't approve this."
    )
    expect(screen.getByRole('button', { name: 'Answer myself' })).toBeTruthy()
  })

  it('can be approved once a model is chosen', async () => {
    const { answers } = await show({ model: 'direct', modelReason: quote('This conversation has no model.') })
    await userEvent.click(screen.getByRole('combobox', { name: 'Model' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Claude Sonnet 4.5' }))
    await pressAwake('Approve')
    expect(answers()).toMatchObject([
      { decision: 'approve', edited: { model: 'anthropic/claude-sonnet-4-5' } }
    ])
  })

  it('SYS-43: shows prompt, hint and the limit of 100 in the question for the capital of France', async () => {
    await show({
      request: {
        ...request,
        messages: [{ role: 'user', content: [{ type: 'text', text: 'What is the capital of France?' }] }],
        systemPrompt: 'You are a helpful assistant.',
        hints: ['claude-3-sonnet'],
        priorities: { cost: null, speed: 0.5, intelligence: 0.8 },
        maxTokens: 100,
        temperature: null,
        stopSequences: [],
        includeContext: 'none',
        tools: [],
        toolChoice: null
      },
      contextPreview: null
    })
    expect(box('Message 1').value).toBe('What is the capital of France?')
    expect(box('System prompt').value).toBe('You are a helpful assistant.')
    expect(screen.getByRole('dialog').textContent).toContain('claude-3-sonnet')
    expect(screen.getByRole('dialog').textContent).toContain('up to 100.')
    expect(screen.queryByRole('region', { name: 'Context' })).toBeNull()
  })
})

describe('the answer for the server', () => {
  const showAnswer = (changes: Partial<SamplingAnswerQuestion> = {}) =>
    showQuestions([{ ...sampleSamplingAnswer, ...changes }])

  it('SAMP-05: is shown before sending, with model, stop reason and tokens, and sent unchanged', async () => {
    const { answers } = await showAnswer()
    const dialog = screen.getByRole('dialog', { name: 'Sampling answer for travel' })
    expect(box('Answer').value).toBe('The flight at 11:45: nobody has to get up at four.')
    expect(dialog.textContent).toContain('Claude Sonnet 4.5')
    expect(dialog.textContent).toContain('The answer is complete.')
    expect(dialog.textContent).toContain('412 read, 38 written')
    await pressAwake('Send to server')
    expect(answers()).toEqual([{ type: 'sampling-answer', decision: 'send' }])
  })

  it.each([
    ['with a price', { cost: 0.0123 }, 'Cost$0.0123'],
    ['far below a cent', { cost: 0.000_01 }, 'Cost<\u00a0$0.0001'],
    ['free', { cost: 0 }, 'Cost$0.00'],
    ['without a price', { cost: null }, 'Costunknown: no price is set for this model'],
    ['not told', { usage: null, cost: null }, "Costunknown: the provider didn't report usage"]
  ])('SAMP-30: shows its cost, %s', async (_, changes, words) => {
    await showAnswer(changes)
    expect(screen.getByRole('dialog').textContent).toContain(words)
  })

  it('SAMP-05: is sent as the user edited it', async () => {
    const { answers } = await showAnswer()
    await userEvent.clear(box('Answer'))
    await userEvent.type(box('Answer'), 'The early one.')
    await pressAwake('Send to server')
    expect(answers()).toEqual([{ type: 'sampling-answer', decision: 'send', text: 'The early one.' }])
  })

  it('SAMP-05 SAMP-06: is discarded by a press or by Escape', async () => {
    const { answers } = await showAnswer()
    await userEvent.keyboard('{Escape}')
    expect(answers()).toEqual([{ type: 'sampling-answer', decision: 'discard' }])
  })

  it('is written by the user, and not sent while empty', async () => {
    const { answers } = await showAnswer({ content: [], usage: null, model: 'person' })
    expect(screen.getByRole('dialog').textContent).toContain('The server gets what you write here.')
    await pressAwake('Send to server')
    expect(screen.getByRole('alert').textContent).toBe('Write an answer, or discard it.')
    await userEvent.type(box('Answer'), 'Paris')
    await pressAwake('Send to server')
    expect(answers()).toEqual([{ type: 'sampling-answer', decision: 'send', text: 'Paris' }])
  })

  it('SAMP-15: shows calls of the server’s tools and sends them without text', async () => {
    const { answers } = await showAnswer({
      content: [{ type: 'tool-use', id: 't1', name: 'seat_map', input: { flight: 'X1' } }],
      stopReason: 'toolUse'
    })
    expect(screen.getByRole('dialog').textContent).toContain("Call of the server's tool seat_map")
    expect(screen.getByRole('dialog').textContent).toContain("wants to use the server's tools")
    await pressAwake('Send to server')
    await vi.waitFor(() => expect(answers()).toEqual([{ type: 'sampling-answer', decision: 'send' }]), soon)
  })

  it('SAMP-15 SAMP-16: is written with a tool call if the server requires one', async () => {
    const { answers } = await showAnswer({
      content: [],
      usage: null,
      model: 'person',
      tools: request.tools,
      isToolRequired: true
    })
    expect(screen.getByRole('dialog').textContent).toContain('asks you to call at least one of its tools')
    await userEvent.click(screen.getByRole('combobox', { name: "Call one of the server's tools" }))
    await userEvent.click(await screen.findByRole('option', { name: 'seat_map' }))
    await userEvent.type(box('flight'), 'X1')
    await pressAwake('Send to server')
    expect(answers()).toEqual([
      {
        type: 'sampling-answer',
        decision: 'send',
        toolUses: [{ id: null, name: 'seat_map', input: { flight: 'X1' } }]
      }
    ])
  })

  it('says of an empty answer that a model gave it', async () => {
    const { answers } = await showAnswer({ content: [] })
    expect(screen.getByRole('dialog').textContent).toContain('Claude Sonnet 4.5')
    await pressAwake('Send to server')
    expect(screen.getByRole('alert').textContent).toBe('Write an answer, or discard it.')
    expect(answers()).toEqual([])
  })

  it('SAMP-13: shows an unknown stop reason unchanged', async () => {
    await showAnswer({ stopReason: 'constructor' })
    expect(screen.getByRole('dialog').textContent).toContain('constructor')
  })
})
