/**
 * Requests of servers while a command runs, shown to the user at the terminal: a form to fill in, or an answer by the
 * model of the settings. `--yes` doesn't answer them: it was given before the request was known.
 */
import type { QuestionAnswer, Question } from '../../../app/contract/questions/questions'
import { directModelId } from '../../../app/contract/direct-model'
import type { JsonObject, JsonValue } from '../../../app/contract/json'
import type { LocalizedText } from '../../../app/contract/localized-text'
import type { ArgumentProblem } from '../../../app/contract/servers'
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
import { listFormFields, readField, type FormField, type ReadField } from './form-fields'

/** Answered with yes or something else. */
type Asked = 'cli.answerYes' | 'cli.answerSend' | 'cli.formBegin' | 'cli.formSend'
type Of<T extends Question['type']> = Extract<Question, { type: T }>

/** How often a field is asked for again. */
const mostTries = 3

/** The places of a form's answers that don't fit its schema. */
export type CheckContent = (content: JsonObject) => Promise<readonly ArgumentProblem[]>

/** Null: a terminal can't ask this. */
export async function answerServerRequest(
  question: Question,
  terminal: QuestionPlace,
  check: CheckContent
): Promise<QuestionAnswer | null> {
  const { type } = question
  switch (type) {
    case 'elicitation':
      return { type, ...(await fillIn(question, terminal, check)) }
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

async function fillIn(
  question: Of<'elicitation'>,
  terminal: QuestionPlace,
  check: CheckContent
): Promise<FormAnswer> {
  terminal.error(describeForm(question))
  if (question.refusal !== null) return { decision: 'decline' }
  const begin = await choose(terminal, 'cli.formBegin')
  if (begin !== 'yes') return { decision: begin }
  const content: [string, JsonValue][] = []
  for (const field of listFormFields(question.requestedSchema)) {
    const read = await readTyped(field, terminal, check)
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
async function readTyped(field: FormField, terminal: QuestionPlace, check: CheckContent) {
  terminal.error(describeFormField(field))
  for (let remaining = mostTries; remaining > 0; remaining -= 1) {
    const read = readField(field, await terminal.readLine())
    const problem = await findProblem(field, read, check)
    if (problem === null) return read
    terminal.error(`${terminalLine(toText(problem))} `)
  }
  return null
}

/** Fields that aren't filled in yet don't count. */
async function findProblem(
  { name }: FormField,
  read: ReadField,
  check: CheckContent
): Promise<LocalizedText | null> {
  if (read.type === 'problem') return read.said
  if (read.type === 'left-out') return null
  const problems = await check({ [name]: read.value })
  return problems.find(({ path }) => fieldAt(path) === name)?.message ?? null
}

/** The first step of a JSON pointer. */
function fieldAt(path: string): string | undefined {
  return path.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~')
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
