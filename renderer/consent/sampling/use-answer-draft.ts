/** The answer for a server in progress: its text, and calls of the server's tools. */
import { useCallback, useState } from 'react'
import type { QuestionAnswer, SamplingAnswerQuestion } from '../../../app/contract/questions/questions'
import type { JsonObject } from '../../../app/contract/json'
import type { ArgumentProblem } from '../../../app/contract/servers'
import { initialArguments } from '../../ui/schema-form/initial'
import { isSameJson } from '../../ui/schema-form/json'
import { useAnswer } from '../question/use-answer'
import { consent } from '../../../app/texts/compiled/window/consent'
import { sampling } from '../../../app/texts/compiled/window/sampling'

export interface CallDraft {
  readonly key: string
  /** From the model's own call; null: the user added it. */
  readonly id: string | null
  readonly name: string
  readonly input: JsonObject
  /** A field of it contains invalid JSON. */
  readonly isUnreadable: boolean
}

export interface AnswerDraft {
  readonly text: string
  readonly changeText: (text: string) => void
  readonly calls: readonly CallDraft[]
  readonly addCall: (name: string) => void
  readonly changeCall: (key: string, changes: Partial<CallDraft>) => void
  readonly removeCall: (key: string) => void
  readonly isChanged: boolean
  readonly undo: () => void
  /** Where a call's input does not fit its tool. */
  readonly problems: readonly ArgumentProblem[]
  readonly failure: string | null
  readonly pending: QuestionAnswer['decision'] | null
  readonly sendAnswer: () => void
  readonly discard: () => void
}

export function useAnswerDraft(question: SamplingAnswerQuestion): AnswerDraft {
  const { send, sendSafe, pending, failure } = useAnswer(question.id)
  const [first] = useState(() => ({ text: textOf(question), calls: callsOf(question) }))
  const [text, setText] = useState(first.text)
  const [calls, setCalls] = useState(first.calls)
  const [addedCount, setAddedCount] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const isTextChanged = text !== first.text
  const areCallsChanged = !isSameJson(calls.map(toAnswer), first.calls.map(toAnswer))
  const changeCall = useCallback((key: string, changes: Partial<CallDraft>) => {
    setCalls((known) => known.map((call) => (call.key === key ? { ...call, ...changes } : call)))
  }, [])
  const sendAnswer = () => {
    const found = problemOf(question, text, calls)
    setProblem(found)
    if (found !== null) return
    void send({
      type: 'sampling-answer',
      decision: 'send',
      ...(isTextChanged && { text }),
      ...(areCallsChanged && { toolUses: calls.map(toAnswer) })
    })
  }
  return {
    text,
    changeText: setText,
    calls,
    addCall: (name) => {
      const tool = question.tools?.find((item) => item.name === name)
      if (tool === undefined) return
      const input = initialArguments(tool.inputSchema)
      setAddedCount(addedCount + 1)
      setCalls([...calls, { key: `new ${addedCount}`, id: null, name, input, isUnreadable: false }])
    },
    changeCall,
    removeCall: (key) => setCalls(calls.filter((call) => call.key !== key)),
    isChanged: isTextChanged || areCallsChanged,
    undo: () => {
      setText(first.text)
      setCalls(first.calls)
    },
    problems: failure?.problems ?? [],
    failure: problem ?? failure?.message ?? null,
    pending,
    sendAnswer,
    discard: sendSafe
  }
}

/** All texts joined; pictures and sounds are next to it and can't be edited. */
function textOf({ content }: SamplingAnswerQuestion): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
}

function callsOf({ content }: SamplingAnswerQuestion): readonly CallDraft[] {
  return content.flatMap((block) => {
    if (block.type !== 'tool-use') return []
    const { id, name, input } = block
    return [{ key: `old ${id}`, id, name, input, isUnreadable: false }]
  })
}

function toAnswer({ id, name, input }: CallDraft) {
  return { id, name, input }
}

/** Why the answer can't be sent, as a sentence; null if it can. */
function problemOf(
  { content }: SamplingAnswerQuestion,
  text: string,
  calls: readonly CallDraft[]
): string | null {
  if (calls.some(({ isUnreadable }) => isUnreadable)) return consent.fixJson()
  const hasOthers = content.some(({ type }) => type !== 'text' && type !== 'tool-use')
  return text.trim() === '' && calls.length === 0 && !hasOthers ? sampling.writeAnswer() : null
}
