/**
 * The answer to a server's form in progress: its values, its problems, and sending it. The form reports simple
 * problems at once; the host checks again while typing (only it runs patterns) and decides when the form is
 * submitted.
 */
import { useEffect, useRef, useState } from 'react'
import type { QuestionAnswer, ElicitationQuestion } from '../../../app/contract/questions/questions'
import type { JsonObject } from '../../../app/contract/json'
import type { ArgumentProblem } from '../../../app/contract/servers'
import { call } from '../../bridge/call'
import { checkAnswers } from '../../ui/schema-form/check'
import { prefilledAnswers } from '../../ui/schema-form/initial'
import { toFieldProblems } from '../../parts/argument-problems'
import { isSameJson, pointerKeys } from '../../ui/schema-form/json'
import type { FieldProblem } from '../../ui/schema-form/json'
import { useAnswer } from '../question/use-answer'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface FormAnswer {
  readonly content: JsonObject
  /** Whether the user has filled in anything. */
  readonly isTouched: boolean
  /** For changed fields; for all once the user tried to submit. */
  readonly problems: readonly FieldProblem[]
  readonly failure: string | null
  readonly pending: QuestionAnswer['decision'] | null
  /** Whether the user confirmed that it contains no secret; `Submit` waits for that if the form is doubtful. */
  readonly acceptsDoubt: boolean
  readonly setAcceptsDoubt: (acceptsDoubt: boolean) => void
  /** How often an invalid form was submitted: the first invalid field then gets the focus. */
  readonly refusalCount: number
  readonly change: (content: JsonObject) => void
  readonly setIsUnreadable: (isUnreadable: boolean) => void
  readonly submit: () => void
  readonly decline: () => void
  readonly cancel: () => void
}

export function useFormAnswer(question: ElicitationQuestion): FormAnswer {
  const { id, requestedSchema } = question
  const { send, pending, failure } = useAnswer(id)
  const [content, setContent] = useState<JsonObject>(() => prefilledAnswers(requestedSchema))
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const [isUnreadable, setIsUnreadable] = useState(false)
  const [refusalCount, setRefusalCount] = useState(0)
  const [acceptsDoubt, setAcceptsDoubt] = useState(false)
  const host = useHostCheck(id, content)

  const found = joinProblems(checkAnswers(requestedSchema, content), host.problems)
  const isTried = refusalCount > 0
  const problems = found.filter(({ path }) => isTried || changed.has(fieldOf(path)))
  const isWrong = isUnreadable || found.length > 0

  const submit = async () => {
    // Only the form's own problems prevent sending, because the host's may be corrected since.
    if (isUnreadable || checkAnswers(requestedSchema, content).length > 0)
      return setRefusalCount((count) => count + 1)
    const failed = await send({
      type: 'elicitation',
      decision: 'submit',
      content,
      ...(acceptsDoubt && { acceptsDoubt })
    })
    if (failed === null || failed.problems.length === 0) return
    host.refuse(failed.problems)
    setRefusalCount((count) => count + 1)
  }
  return {
    content,
    isTouched: changed.size > 0 || isUnreadable,
    problems,
    failure: isTried && isWrong ? describe(found.length, isUnreadable) : (failure?.message ?? null),
    pending,
    acceptsDoubt,
    setAcceptsDoubt,
    refusalCount,
    change: (next) => {
      const names = [...Object.keys(content), ...Object.keys(next)]
      setChanged(new Set([...changed, ...names.filter((name) => !isSameJson(content[name], next[name]))]))
      setContent(next)
    },
    setIsUnreadable,
    submit: () => void submit(), // it turns every failure into text itself
    decline: () => void send({ type: 'elicitation', decision: 'decline' }),
    cancel: () => void send({ type: 'elicitation', decision: 'cancel' })
  }
}

/** Pause in typing after which the host is asked, in milliseconds. */
const restMs = 200

interface Found {
  readonly content: JsonObject
  readonly problems: readonly ArgumentProblem[]
}

/**
 * The host's problems in the last input; outdated answers are dropped. Until the next answer, a problem applies to
 * the value that it was found in. If the host rejected a submitted form, no check of the same content replaces that,
 * whether late or failed.
 */
function useHostCheck(questionId: string, content: JsonObject) {
  const [found, setFound] = useState<Found>({ content, problems: [] })
  const refused = useRef<JsonObject | null>(null)
  const refuse = (problems: readonly ArgumentProblem[]) => {
    refused.current = content
    setFound({ content, problems })
  }
  useEffect(() => {
    let isCurrent = true
    const set = (problems: readonly ArgumentProblem[]) => {
      if (isCurrent && refused.current !== content) setFound({ content, problems })
    }
    const timer = setTimeout(() => {
      void call('consent.check-content', { questionId, content })
        .then(set)
        .catch(() => set([])) // the host checks again when the form is submitted
    }, restMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [questionId, content])
  const isAsItWas = (field: string) => isSameJson(found.content[field], content[field])
  return { problems: found.problems.filter(({ path }) => isAsItWas(fieldOf(path))), refuse }
}

/** If the form has its own message for a field, only that. */
function joinProblems(own: readonly FieldProblem[], hosts: readonly ArgumentProblem[]): FieldProblem[] {
  const fields = new Set(own.map(({ path }) => fieldOf(path)))
  return [...own, ...toFieldProblems(hosts.filter(({ path }) => !fields.has(fieldOf(path))))]
}

function fieldOf(path: string): string {
  return pointerKeys(path)?.[0] ?? ''
}

function describe(count: number, isUnreadable: boolean): string {
  return isUnreadable && count === 0 ? consent.fixJson() : consent.fixFields({ count })
}
