/**
 * The only place that asks the user. Saved permissions are checked first. Otherwise a question waits until the user
 * answers, a new permission covers it, or its signal withdraws it. `questions/answer-*.ts` interprets the answers, one
 * file per kind of question.
 */
import { outlivesConnection, type Question } from '../../contract/questions/questions'
import type { ConsentView } from '../../contract/consent-view'
import type { GrantScope } from '../../contract/grants'
import { unknownQuestion } from '../questions/answer-context'
import type { AnswerContext } from '../questions/answer-context'
import type { Approvals, DestinationApproval, KnownTools, MetadataReview, Stopped } from '../interface'
import { withinLimits, type CallLimitOptions } from './call-limits'
import { createDestinationApproval } from './destination-approval'
import { createToolCallDecision } from './decide-tool-call'
import { createRequestDecisions } from './decide-requests'
import { createTrustDecisions } from './decide-server-trust'
import { createNetworkApproval } from './network-approval'
import { createViewApproval } from './view-approval'
import { createMetadataReview } from './metadata-review'
import type { MetadataReviewControl } from './metadata-review'
import { stoppedBy } from '../questions/repeatable'
import { exportPins, importPins } from '../store/lockfile-transfer'
import { createPermissionSuggestions } from '../questions/permission-suggestions'
import { createQuestions } from '../questions/questions'
import type { AskAbout, PlainKind, Questions, SettledQuestion, WaitingQuestion } from '../questions/questions'
import { takeAnswer } from '../questions/take-answer'
import { createConsentStore } from '../store/consent-store'
import type { ConsentHistory, ConsentStore } from '../store/consent-store'
import { createShortMetadataStore } from '../store/metadata-store'
import { settleCoveredTrust } from '../questions/answer-server-trust'
import { viewWithSuspensions } from '../questions/suspensions'
import { settleCoveredCall } from '../questions/answer-tool-call'

export interface ConsentOptions extends Pick<
  AnswerContext,
  'now' | 'newId' | 'checkArguments' | 'log' | 'findRealPath'
> {
  readonly history: ConsentHistory
  readonly tools: KnownTools
  /** Scopes that a policy forbids. */
  readonly forbiddenScopes: () => readonly GrantScope[]
  readonly callLimitsOf: CallLimitOptions['limitsOf']
  readonly isFlowExempt: AnswerContext['isFlowExempt']
  /** The file that `exportPins` writes and `importPins` reads. */
  readonly lockFile: string
}

export interface ApprovalsControl extends Approvals {
  readonly destinations: DestinationApproval
  /** Loads what was remembered. @throws HostError HISTORY_UNAVAILABLE; then Parley asks about everything. */
  load(): Promise<void>
  onQuestionsChanged(listener: (questions: readonly Question[]) => void): () => void
  onQuestionSettled(listener: (settled: SettledQuestion) => void): () => void
  onViewChanged(listener: (view: ConsentView) => void): () => void
  /** Called with what the user stopped, before the server is notified, so that the listener can end its calls. */
  onStopped(listener: (stopped: Stopped) => void): () => void
  /** Call when tools of servers may have changed. An open question about a changed tool is asked again. */
  recheckTools(): void
  /** A review of server metadata that remembers nothing beyond itself. */
  reviewApart(): MetadataReview
  /** Writes the lock file of approved tools. @throws HostError FILE_WRITE_FAILED */
  exportPins(): Promise<{ path: string; toolCount: number }>
  /** Accepts an offered permission. @throws HostError CONSENT_UNKNOWN_QUESTION if it is no longer offered */
  takeHabit(habitId: string): Promise<void>
  /** Stops offering the permission. @throws HostError CONSENT_UNKNOWN_QUESTION */
  leaveHabit(habitId: string): void
  /**
   * Grants nothing: Parley asks about a tool that differs, and shows the difference. @throws HostError
   * CONSENT_INVALID_LOCK_FILE
   */
  importPins(): Promise<{ path: string; addedCount: number; changedCount: number }>
}

export function createApprovals(options: ConsentOptions): ApprovalsControl {
  const { now, newId } = options
  const log = options.log.in('consent')
  const questions = createQuestions()
  const remembered = createConsentStore(options.history, log)
  /** Asks a question that no saved permission can answer. */
  const askAny = (type: PlainKind) => (request: object, signal: AbortSignal) =>
    questions.ask({ ...request, type, id: newId(), askedAt: now() } as never, signal, null as never)
  const askAbout = askAny as unknown as AskAbout // a plain question has no basis, and is never superseded
  const { decisions, stop, onStopped } = createRequestDecisions({ questions, askAbout, now })
  const context = createAnswerContext(options, { log, stop, questions, remembered })
  const decideToolCall = createToolCallDecision(questions, context)
  const limits = { counts: remembered.callCounts, limitsOf: options.callLimitsOf, now }
  const words = createMetadataReview({ store: remembered.words, ask: askAbout('server-words') })
  const recheck = recheckOf(questions, context)
  const withdrawWhere = (isGone: (question: Question) => boolean): void => {
    for (const waiting of questions.all()) if (isGone(waiting.question)) waiting.withdraw()
  }

  return {
    ...decisions,
    ...createPinFiles(remembered.pins, options),
    onStopped,
    ...withMetadataReview(words, decisions),
    reviewApart: () =>
      createMetadataReview({ store: createShortMetadataStore(), ask: askAbout('server-words') }),
    ...createNetworkApproval({ store: remembered, ask: decisions.decideNetworkAccess, now }),
    ...createViewApproval({ store: remembered, askAbout, now }),
    destinations: createDestinationApproval({
      store: remembered.destinations,
      ask: askAbout('destination'),
      now
    }),
    load: remembered.load,
    onQuestionsChanged: questions.onChanged,
    onQuestionSettled: questions.onSettled,
    questions: questions.list,
    ...ofView(context),
    ...createTrustDecisions({ questions, remembered, now, newId }),
    ...waysBack(remembered),
    ...ofHabits(context, recheck),
    recheckTools: recheck,
    decideToolCall: limitedCalls(decideToolCall, limits, decisions),
    answer: async (questionId, answer) => takeAnswer(requireWaiting(questions, questionId), answer, context),
    stop: (questionId, what) => stop(stoppedBy(requireWaiting(questions, questionId), what)),
    withdrawOfServer: (serverName) =>
      withdrawWhere((question) => !outlivesConnection(question) && isAbout(question, serverName)),
    forgetConversation: async (conversationId) => {
      withdrawWhere((question) => 'conversationId' in question && question.conversationId === conversationId)
      context.habits.forgetConversation(conversationId)
      await remembered.forgetConversation(conversationId)
    }
  }
}

function limitedCalls(
  decide: ReturnType<typeof createToolCallDecision>,
  limits: CallLimitOptions,
  { userBegan }: Pick<Approvals, 'userBegan'>
): Approvals['decideToolCall'] {
  return async ({ turnId, ...wanted }, signal) => {
    const { conversationId, serverName, toolName } = wanted
    const call = { conversationId, turnId, serverName, toolName }
    const decision = await withinLimits(call, limits, () => decide(wanted, signal))
    if (decision.type === 'allowed' && decision.by === 'person') userBegan(serverName)
    return decision
  }
}

function withMetadataReview(
  words: MetadataReviewControl,
  decisions: Pick<Approvals, 'userBegan'>
): Pick<Approvals, 'userBegan' | 'words'> {
  return {
    words,
    userBegan: (serverName) => {
      decisions.userBegan(serverName)
      if (serverName !== null) words.userBegan(serverName)
    }
  }
}

function createPinFiles(
  pins: ConsentStore['pins'],
  { lockFile: file, now }: Pick<ConsentOptions, 'lockFile' | 'now'>
): Pick<ApprovalsControl, 'exportPins' | 'importPins'> {
  return {
    exportPins: () => exportPins(pins, file),
    importPins: () => importPins(pins, { file, now })
  }
}

/** Rechecks open questions about calls against saved permissions and current tools. */
function recheckOf(questions: Questions, context: AnswerContext): () => void {
  return () => {
    for (const waiting of questions.all())
      if (waiting.kind === 'tool-call') settleCoveredCall(waiting, context)
  }
}

function ofView(context: AnswerContext): Pick<ApprovalsControl, 'view' | 'onViewChanged'> {
  const view = (): ConsentView => viewWithSuspensions(context)
  return {
    view,
    onViewChanged: (listener) => {
      const tell = (): void => listener(view())
      const ends = [context.remembered.onChanged(tell), context.habits.onChanged(tell)]
      return () => ends.forEach((end) => end())
    }
  }
}

/** Rechecks an offered permission when the user accepts it, because the tool may have changed. */
function ofHabits(
  { habits, tools, remembered, forbiddenScopes }: AnswerContext,
  recheck: () => void
): Pick<ApprovalsControl, 'takeHabit' | 'leaveHabit'> {
  return {
    takeHabit: async (habitId) => {
      habits.forgetWhere(({ serverName, toolName, definitionHash, serverFingerprint }) => {
        const isAnother = tools.find(serverName, toolName)?.definitionHash !== definitionHash
        const trusted = remembered.trust.of(serverName)?.fingerprint ?? null
        return isAnother || trusted !== serverFingerprint || forbiddenScopes().includes('conversation')
      })
      const grant = habits.take(habitId)
      if (grant === null) throw unknownQuestion()
      const saved = remembered.grants.add(grant)
      recheck()
      await saved
    },
    leaveHabit: (habitId) => {
      if (!habits.leave(habitId)) throw unknownQuestion()
    }
  }
}

/** The ways to revoke what the user allowed. */
function waysBack({ flows, grants, trust, words }: ConsentStore) {
  return {
    revokeGrant: grants.revoke,
    revokeGrants: async (serverName: string) => {
      await Promise.all([grants.forgetServer(serverName), flows.forgetWhere(({ to }) => to === serverName)])
    },
    revokeFlow: flows.revoke,
    revokeTrust: async (serverName: string) => {
      await Promise.all([trust.revoke(serverName), words.forget(serverName)])
    }
  }
}

function isAbout(question: Question, serverName: string): boolean {
  return 'serverName' in question && question.serverName === serverName
}

function requireWaiting(questions: Questions, questionId: string): WaitingQuestion {
  const waiting = questions.find(questionId)
  if (waiting === undefined) throw unknownQuestion()
  return waiting
}

function createAnswerContext(
  { now, newId, findRealPath, checkArguments, tools, forbiddenScopes, isFlowExempt }: ConsentOptions,
  {
    log,
    stop,
    questions,
    remembered
  }: Pick<AnswerContext, 'log' | 'stop' | 'remembered'> & {
    readonly questions: Questions
  }
): AnswerContext {
  const context: AnswerContext = {
    now,
    newId,
    findRealPath,
    checkArguments,
    tools,
    forbiddenScopes,
    isFlowExempt,
    log,
    stop,
    remembered,
    habits: createPermissionSuggestions({ newId, now, findRealPath }),
    requireOpen: (waiting) => {
      if (questions.find(waiting.question.id) !== waiting) throw unknownQuestion()
    },
    // Settled before the answered question, so that none of them appears for a moment.
    settleCovered: (answered) => {
      let isBehind = false
      for (const waiting of questions.all()) {
        if (waiting === answered) isBehind = true
        else if (waiting.kind === 'server-trust') settleCoveredTrust(waiting, remembered, !isBehind)
        else if (waiting.kind === 'tool-call') settleCoveredCall(waiting, context)
      }
    }
  }
  return context
}
