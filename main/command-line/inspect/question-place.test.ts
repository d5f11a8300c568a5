import { expect, it } from 'vitest'
import { createScreenQuestions } from './question-place'

function create() {
  const events: string[] = []
  const questions = createScreenQuestions({
    onAsked: (text) => events.push(`asked ${text}`),
    onSettled: (isWithdrawn) => events.push(isWithdrawn ? 'withdrawn' : 'settled'),
    onSaid: (text) => events.push(`said ${text}`)
  })
  const ask = async (id: string, ...texts: readonly string[]): Promise<readonly string[]> => {
    const { beginQuestion, endQuestion, error, readLine } = questions.place
    beginQuestion?.(id)
    const lines: string[] = []
    for (const text of texts) {
      error(text)
      lines.push(await readLine())
    }
    endQuestion?.()
    return lines
  }
  return { events, questions, ask }
}

it('asks part by part, with the answers before', async () => {
  const { events, questions, ask } = create()
  const answered = ask('1', 'Name?', 'Age?')
  questions.answer('Ann')
  await expect.poll(() => events.length).toBe(2)
  questions.answer('7')
  expect(await answered).toEqual(['Ann', '7'])
  expect(events).toEqual(['asked Name?', 'asked > Ann\nAge?', 'settled'])
})

it('leaves every further answer empty once the user abandons it', async () => {
  const { events, questions, ask } = create()
  const answered = ask('1', 'Name?', 'Age?', 'Send?')
  questions.abandon()
  expect(await answered).toEqual(['', '', ''])
  expect(events).toEqual(['asked Name?', 'settled'])
})

it('closes a question that the server withdraws, and no other', async () => {
  const { events, questions, ask } = create()
  const answered = ask('1', 'Name?')
  questions.keepOnly(['1', '2'])
  expect(events).toEqual(['asked Name?'])
  questions.keepOnly(['2'])
  expect(await answered).toEqual([''])
  expect(events).toEqual(['asked Name?', 'withdrawn'])
  const next = ask('2', 'Age?')
  questions.answer('7')
  expect(await next).toEqual(['7'])
})

it('says what was declined without asking, and nothing about a question that was approved in advance', () => {
  const { events, questions } = create()
  const { beginQuestion, endQuestion, error } = questions.place
  beginQuestion?.('1')
  error('notes asked to open a page. The command line declines that.\n')
  endQuestion?.()
  beginQuestion?.('2')
  error('\nAllow it?\nIt says it only reads.\n')
  endQuestion?.()
  expect(events).toEqual(['said notes asked to open a page. The command line declines that.'])
})
