/**
 * Answers the core's questions while a command runs. The user answers questions about trust and calls on the terminal,
 * or in advance with `--yes`. Only the user answers a server's own requests (`answer-server-requests.ts`); without a terminal they
 * are declined, with a message. Nothing waits if no user can answer.
 */
import { HostError, toFailure } from '../../../app/base/host-error'
import {
  findSafeAnswer,
  type QuestionAnswer,
  type Question,
  type ToolCallQuestion,
  type ServerTrustQuestion,
  type TestJudgesQuestion
} from '../../../app/contract/questions/questions'
import { secretsNamedIn } from '../../../app/contract/server-act'
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import type { Host } from '../../../app/host/host'
import { failureText, say, toText } from '../../../app/texts/render-localized'
import type { Options } from '../request/command-request'
import type { QuestionPlace } from '../terminal/terminal'
import { terminalLine } from '../terminal/terminal-text'
import { answerServerRequest, type CheckContent } from './answer-server-requests'
import { describeCall, describeJudges, describeTrust } from './describe-call'

export interface TerminalAsker {
  /**
   * Never throws: a question that can't be answered is declined. `sandbox`: for questions about trust. `check`: for forms.
   */
  answer(question: Question, sandbox: SandboxView | null, check?: CheckContent): Promise<QuestionAnswer>
  /** Asks about something that no question of the core covers. @throws HostError: the user doesn't agree */
  approve(text: string): Promise<void>
  /** Reports why an answer was refused. */
  tell(error: unknown): void
  /** Why the last question was denied, once; null: it wasn't. */
  takeFailure(): HostError | null
}

type Consents = Pick<Options, 'isJson' | 'isYes' | 'acceptsChanges'> & {
  /** Whether this secret would be read from the user's vault. */
  readonly isFromVault: (name: string) => boolean
  /** The provider that the command itself serves; null: none. */
  readonly ownProvider: string | null
}
/** How often a form with invalid answers is shown again. */
const mostAnswers = 3

type Asked = ServerTrustQuestion | ToolCallQuestion | TestJudgesQuestion

export function createAsker(terminal: QuestionPlace, consents: Consents): TerminalAsker {
  let failure: HostError | null = null
  const answer = async (
    question: Question,
    sandbox: SandboxView | null,
    check: CheckContent
  ): Promise<QuestionAnswer> => {
    const { type } = question
    const decide = async (asked: Asked): Promise<boolean> => {
      terminal.error(describeAsked(asked, sandbox))
      failure = await ask(asked, terminal, consents)
      return failure === null
    }
    if (type === 'server-trust')
      return { type, decision: (await decide(question)) ? 'trust' : 'keep-stopped' }
    // The file of tests names the model and what it judges, so `--yes` covers it.
    if (type === 'test-judges') return { type, decision: (await decide(question)) ? 'send' : 'not-now' }
    if (type === 'tool-call') return { type, decision: (await decide(question)) ? 'allow-once' : 'deny' }
    // It is shown to the user, and no model reads it.
    if (type === 'tool-result') return { type, decision: 'pass' }
    if (type === 'destination' && question.act.name === consents.ownProvider)
      return { type, decision: 'trust' }
    const answered =
      terminal.isInteractive && !consents.isJson ? await answerServerRequest(question, terminal, check) : null
    if (answered !== null) return answered
    terminal.error(`${toText(say('cli.declined', { server: serverOf(question), what: type }))}\n`)
    return findSafeAnswer(type)
  }
  return {
    takeFailure: () => {
      const taken = failure
      failure = null
      return taken
    },
    approve: async (text) => {
      terminal.error(`\n${text}\n`)
      if (consents.isYes) return
      const refusal = terminal.isInteractive
        ? await readYes(terminal, 'REQUEST_REFUSED')
        : nobodyAnswers({ isChanged: false, takesSecret: false, isYes: false })
      if (refusal !== null) throw refusal
    },
    tell: (error) => {
      const reason = terminalLine(failureText(toFailure(error)))
      terminal.error(`${toText(say('cli.answerRefused', { reason }))}\n`)
    },
    answer: async (question, sandbox, check = async () => []) => {
      terminal.beginQuestion?.(question.id)
      try {
        return await answer(question, sandbox, check)
      } finally {
        terminal.endQuestion?.()
      }
    }
  }
}

/** Each question once, in the order in which they come up. */
export function answerQuestions(
  { handlers, onEvent }: Pick<Host, 'handlers' | 'onEvent'>,
  asker: TerminalAsker
): void {
  const seen = new Set<string>()
  let open = new Set<string>()
  let answering: Promise<void> = Promise.resolve()
  onEvent(({ name, payload }) => {
    if (name !== 'questions.changed') return
    open = new Set((payload as Question[]).map(({ id }) => id))
    for (const question of payload as Question[]) {
      if (seen.has(question.id)) continue
      seen.add(question.id)
      answering = answering.then(async () => {
        // It may have been withdrawn while another one was answered.
        if (open.has(question.id)) await answerOne(question, handlers, asker)
      })
    }
  })
}

/**
 * A form whose answers the core refuses is shown again with the reason. Any other refused answer means that the
 * question was withdrawn.
 */
async function answerOne(
  question: Question,
  handlers: Host['handlers'],
  asker: TerminalAsker
): Promise<void> {
  const questionId = question.id
  const sandbox = question.type === 'server-trust' ? await handlers['sandbox.read']({}) : null
  for (let remaining = mostAnswers; remaining > 0; remaining -= 1) {
    const answer = await asker.answer(question, sandbox, async (content) =>
      handlers['consent.check-content']({ questionId, content })
    )
    try {
      await handlers['consent.answer']({ questionId, answer })
      return
    } catch (error) {
      if (question.type !== 'elicitation' || toFailure(error).code === 'CONSENT_UNKNOWN_QUESTION') return
      asker.tell(error)
    }
  }
  const given = { type: 'elicitation', decision: 'cancel' } as const
  await Promise.resolve(handlers['consent.answer']({ questionId, answer: given })).catch(() => {}) // withdrawn
}

/** Why the user denies it; null: the user agrees. */
async function ask(question: Asked, terminal: QuestionPlace, consents: Consents): Promise<HostError | null> {
  const isChanged = hasChanged(question)
  // A secret of the vault isn't sent on an approval that was given before the recipient was known.
  const takesSecret =
    question.type === 'server-trust' &&
    secretsNamedIn(question.act).some((name) => consents.isFromVault(name))
  if (consents.isYes && !takesSecret && (!isChanged || consents.acceptsChanges)) return null
  if (!terminal.isInteractive) return nobodyAnswers({ isChanged, takesSecret, isYes: consents.isYes })
  return await readYes(terminal, question.type === 'server-trust' ? 'SERVER_NOT_TRUSTED' : 'REQUEST_REFUSED')
}

function describeAsked(question: Asked, sandbox: SandboxView | null): string {
  if (question.type === 'server-trust') return describeTrust(question, sandbox)
  return question.type === 'tool-call' ? describeCall(question) : describeJudges(question)
}

/** Since the user approved it. */
function hasChanged(question: Asked): boolean {
  if (question.type === 'server-trust') return question.previous !== null
  return question.type === 'tool-call' && question.previousDefinition !== undefined
}

/** Null: the user agrees. */
async function readYes(
  terminal: QuestionPlace,
  code: 'SERVER_NOT_TRUSTED' | 'REQUEST_REFUSED'
): Promise<HostError | null> {
  terminal.error(`${toText(say('cli.answerYes'))} `)
  const answer = (await terminal.readLine()).trim().toLowerCase()
  return ['yes', 'ja'].includes(answer) ? null : new HostError(code, say('cli.refused'))
}

function nobodyAnswers(asked: {
  readonly isChanged: boolean
  readonly takesSecret: boolean
  readonly isYes: boolean
}): HostError {
  const why = () => {
    if (asked.isYes && asked.takesSecret) return 'cli.secretNeedsAnswer'
    return asked.isYes && asked.isChanged ? 'cli.changedNeedsAnswer' : 'cli.needsAnswer'
  }
  return new HostError('CONSENT_NO_ANSWER', say(why()))
}

type Other = Exclude<Question, Asked | { type: 'tool-result' }>

function serverOf(question: Other): string {
  return terminalLine('serverName' in question ? question.serverName : '')
}
