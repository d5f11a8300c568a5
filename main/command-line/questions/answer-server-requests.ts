/**
 * Requests of servers while a command runs, shown to the user at the terminal: a form to fill in, or an answer by the
 * model of the settings. `--yes` doesn't answer them: it was given before the request was known.
 */
import type { QuestionAnswer, Question } from '../../../app/contract/questions/questions'
import { directModelId } from '../../../app/contract/direct-model'
import type { JsonValue } from '../../../app/contract/json'
import { say, toText } from '../../../app/texts/render-localized'
import type { QuestionPlace } from '../terminal/terminal'
import { terminalBlock, terminalJson, terminalLine } from '../terminal/terminal-text'
import {
  describeDestinationQuestion,
  describeForm,
  describeFormField,
  describeSampling,
  describeWritten
} from './describe-question'
import { listFormFields, readField, type FormField } from './form-fields'

/** Answered with yes or something else. */
type Asked = 'cli.answerYes' | 'cli.answerSend' | 'cli.formBegin' | 'cli.formSend'
type Of<T extends Question['type']> = Extract<Question, { type: T }>

/** How often a field is asked for again. */
const mostTries = 3

/** Null: a terminal can't ask this. */
export async function answerServerRequest(
  question: Question,
  terminal: QuestionPlace
): Promise<QuestionAnswer | null> {
  const { type } = question
  switch (type) {
    case 'elicitation':
      return { type, ...(await fillIn(question, terminal)) }
    case 'sampling':
      if (question.model === directModelId) return null
      terminal.error(describeSampling(question))
      return { type, decision: (await agrees(terminal, 'cli.answerYes')) ? 'approve' : 'decline' }
    case 'sampling-answer':
      terminal.error(describeWritten(question))
      return { type, decision: (await agrees(terminal, 'cli.answerSend')) ? 'send' : 'discard' }
    case 'destination':
      if (question.act.kind === 'collector') return null
      terminal.error(describeDestinationQuestion(question))
      return { type, decision: (await agrees(terminal, 'cli.answerYes')) ? 'trust' : 'not-now' }
    case 'ask-again':
      terminal.error(`\n${toText(say('cli.asksAgain', { server: terminalLine(question.serverName) }))}\n`)
      return { type, decision: (await agrees(terminal, 'cli.answerYes')) ? 'let-ask' : 'refuse' }
    default:
      return null
  }
}

type FormAnswer = Pick<
  Extract<QuestionAnswer, { type: 'elicitation' }>,
  'decision' | 'content' | 'acceptsDoubt'
>

async function fillIn(question: Of<'elicitation'>, terminal: QuestionPlace): Promise<FormAnswer> {
  terminal.error(describeForm(question))
  if (question.refusal !== null) return { decision: 'decline' }
  const begin = await choose(terminal, 'cli.formBegin')
  if (begin !== 'yes') return { decision: begin }
  const content: [string, JsonValue][] = []
  for (const field of listFormFields(question.requestedSchema)) {
    const read = await readTyped(field, terminal)
    if (read === null) return { decision: 'cancel' }
    if (read.type === 'value') content.push([field.name, read.value])
  }
  const filled = Object.fromEntries(content)
  terminal.error(`\n${toText(say('cli.formFilled'))}\n${terminalBlock(terminalJson(filled))}\n`)
  if (question.doubt !== null) terminal.error(`! ${terminalLine(toText(question.doubt))}\n`)
  const end = await choose(terminal, 'cli.formSend')
  if (end !== 'yes') return { decision: end }
  return { decision: 'submit', content: filled, ...(question.doubt !== null && { acceptsDoubt: true }) }
}

/** Null: no valid answer was typed. */
async function readTyped(field: FormField, terminal: QuestionPlace) {
  terminal.error(describeFormField(field))
  for (let remaining = mostTries; remaining > 0; remaining -= 1) {
    const read = readField(field, await terminal.readLine())
    if (read.type !== 'problem') return read
    terminal.error(`${toText(read.said)} `)
  }
  return null
}

async function agrees(terminal: QuestionPlace, asked: Asked): Promise<boolean> {
  return (await choose(terminal, asked)) === 'yes'
}

async function choose(terminal: QuestionPlace, asked: Asked): Promise<'yes' | 'decline' | 'cancel'> {
  terminal.error(`${toText(say(asked))} `)
  const typed = (await terminal.readLine()).trim().toLowerCase()
  if (['yes', 'ja'].includes(typed)) return 'yes'
  return ['no', 'nein'].includes(typed) ? 'decline' : 'cancel'
}
