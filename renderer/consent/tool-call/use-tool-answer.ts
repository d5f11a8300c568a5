/**
 * The answer to a tool call in progress: the current arguments, their problems, and sending it. Edited arguments are
 * checked first; invalid ones keep the question open.
 */
import { useState } from 'react'
import type { QuestionAnswer, ToolCallQuestion } from '../../../app/contract/questions/questions'
import type { GrantCondition } from '../../../app/contract/grants'
import type { DataSharingExtent } from '../../../app/contract/flows'
import type { JsonObject } from '../../../app/contract/json'
import type { ArgumentProblem } from '../../../app/contract/servers'
import { call, failureMessage } from '../../bridge/call'
import { isSameJson } from '../../ui/schema-form/json'
import { useAnswer } from '../question/use-answer'
import { mostCalls } from './limit-rows'
import { consent } from '../../../app/texts/compiled/window/consent'

export type ToolDecision = Exclude<Extract<QuestionAnswer, { type: 'tool-call' }>['decision'], 'deny'>

export interface ToolAnswer {
  readonly args: JsonObject
  readonly isChanged: boolean
  readonly problems: readonly ArgumentProblem[]
  readonly failure: string | null
  readonly pending: QuestionAnswer['decision'] | null
  readonly change: (args: JsonObject) => void
  readonly reset: () => void
  readonly setIsUnreadable: (isUnreadable: boolean) => void
  /** How far a longer permission also shares text from other servers; null: only with this call. */
  readonly flow: DataSharingExtent | null
  readonly setFlow: (flow: DataSharingExtent | null) => void
  /** `conditions` null: the chosen limits are invalid; absent: none. */
  readonly approve: (decision: ToolDecision, conditions?: readonly GrantCondition[] | null) => void
  readonly deny: () => void
}

/** `onRefused`: the arguments do not fit; show their problems at the fields. */
export function useToolAnswer(question: ToolCallQuestion, onRefused: () => void): ToolAnswer {
  const { send, sendSafe, pending, failure } = useAnswer(question.id)
  const [args, setArgs] = useState(question.arguments)
  const [problems, setProblems] = useState<readonly ArgumentProblem[]>([])
  const [checking, setChecking] = useState<ToolDecision | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const [flow, setFlow] = useState<DataSharingExtent | null>('tool')
  const isChanged = !isSameJson(args, question.arguments)
  const hasNewFlows = (question.newFlows ?? []).length > 0

  const refuse = (found: readonly ArgumentProblem[]) => {
    setProblems(found)
    setProblem(consent.argumentsMisfit())
    onRefused()
  }
  const sendAnswer = async (decision: ToolDecision, conditions: readonly GrantCondition[]) => {
    const failed = await send({
      type: 'tool-call',
      decision,
      ...(isChanged && { arguments: args }),
      ...(conditions.length > 0 && { conditions: [...conditions] }),
      ...(hasNewFlows && flow !== null && decision !== 'allow-once' && { flow })
    })
    if (failed !== null && failed.problems.length > 0) refuse(failed.problems)
  }
  const checkAndSend = async (decision: ToolDecision, conditions: readonly GrantCondition[] | null) => {
    setProblem(null)
    if (conditions === null) return setProblem(consent.callsOutOfRange({ most: mostCalls }))
    if (isUnreadable) return setProblem(consent.fixJson())
    const found = isChanged ? await check(question, args, setProblem) : []
    if (found === null) return
    if (found.length > 0) return refuse(found)
    setProblems([])
    await sendAnswer(decision, conditions)
  }
  return {
    args,
    isChanged,
    problems,
    failure: problem ?? failure?.message ?? null,
    pending: pending ?? checking,
    change: setArgs,
    reset: () => {
      setArgs(question.arguments)
      setProblems([])
      setProblem(null)
    },
    setIsUnreadable,
    flow,
    setFlow,
    approve: (decision, conditions = []) => {
      setChecking(decision)
      // it turns every failure into text itself
      void checkAndSend(decision, conditions).finally(() => setChecking(null))
    },
    deny: sendSafe
  }
}

/** Problems of the arguments; null if they could not be checked, which `onFailure` reports. */
async function check(
  { serverName, toolName }: ToolCallQuestion,
  args: JsonObject,
  onFailure: (message: string) => void
): Promise<readonly ArgumentProblem[] | null> {
  try {
    return await call('tool.check-arguments', { serverName, toolName, arguments: args })
  } catch (error) {
    onFailure(failureMessage(error))
    return null
  }
}
