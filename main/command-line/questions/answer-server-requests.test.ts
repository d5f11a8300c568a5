import { expect, it } from 'vitest'
import type { ElicitationQuestion } from '../../../app/contract/questions/questions'
import { say, toText } from '../../../app/texts/render-localized'
import { answerServerRequest, type CheckContent } from './answer-server-requests'

const form = {
  type: 'elicitation',
  id: '1',
  serverName: 'notes',
  toolName: 'add',
  message: 'Where to?',
  requestedSchema: {
    type: 'object',
    properties: { title: { type: 'string' }, pages: { type: 'integer' } },
    required: ['title', 'pages']
  },
  refusal: null,
  doubt: null
} as unknown as ElicitationQuestion

const tooShort = say('cli.fieldNeeded')
const pointer = '/title~1of the note'
const check: CheckContent = async ({ 'title/of the note': title }) =>
  title === 'Up' ? [{ path: pointer, message: tooShort }] : [{ path: '', message: tooShort }]

async function answer(change: Partial<ElicitationQuestion>, ...lines: string[]) {
  let said = ''
  const place = {
    error: (text: string) => void (said += text),
    isInteractive: true,
    readLine: async () => lines.shift() ?? ''
  }
  const answered = await answerServerRequest({ ...form, ...change }, place, check)
  return { answered, unread: lines, said }
}

it('sends a form with all of its fields, after they were shown', async () => {
  const { answered } = await answer({}, 'yes', 'Plans', '12', 'yes')
  expect(answered).toEqual({
    type: 'elicitation',
    decision: 'submit',
    content: { title: 'Plans', pages: 12 }
  })
})

it('asks for a field again that is not valid, three times at most', async () => {
  const again = await answer({}, 'yes', 'Plans', 'many', '1.5', '12', 'yes')
  expect(again.answered).toMatchObject({ decision: 'submit', content: { title: 'Plans', pages: 12 } })
  const given = await answer({}, 'yes', 'Plans', 'many', 'more', 'most', '12')
  expect(given).toMatchObject({ answered: { type: 'elicitation', decision: 'cancel' }, unread: ['12'] })
})

it('asks for a field again whose value does not fit the schema, with the reason', async () => {
  const requestedSchema = {
    type: 'object',
    properties: { 'title/of the note': { type: 'string', minLength: 3 } }
  }
  const { answered, said } = await answer({ requestedSchema }, 'yes', 'Up', 'Upper', 'yes')
  expect(answered).toMatchObject({ decision: 'submit', content: { 'title/of the note': 'Upper' } })
  expect(said).toContain(toText(tooShort))
})

it.each([
  ['no', 'decline'],
  ['later', 'cancel']
])('answers %s to a filled form with %s, and sends no content', async (last, decision) => {
  expect((await answer({}, 'yes', 'Plans', '12', last)).answered).toEqual({ type: 'elicitation', decision })
})

it('declines a form that asks for a secret without asking for its fields', async () => {
  const { answered, unread } = await answer({ refusal: say('cli.formBegin') }, 'yes')
  expect([answered, unread]).toEqual([{ type: 'elicitation', decision: 'decline' }, ['yes']])
})
