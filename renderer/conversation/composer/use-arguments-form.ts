/** State of the form for a tool's arguments: values, check and problems. */
import { useState } from 'react'
import type { JsonObject } from '../../../app/contract/json'
import type { ArgumentProblem, ToolView } from '../../../app/contract/servers'
import { call, failureMessage } from '../../bridge/call'
import { initialArguments } from '../../ui/schema-form/initial'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface ArgumentsForm {
  readonly value: JsonObject
  readonly setValue: (value: JsonObject) => void
  /** Schema problems of the last submitted arguments. */
  readonly problems: readonly ArgumentProblem[]
  /** Why submitting failed, as a sentence. */
  readonly failure: string | null
  readonly setIsUnreadable: (isUnreadable: boolean) => void
  /** Checks the arguments and runs the tool if they fit. */
  readonly submit: () => Promise<void>
  /** Runs the tool with arguments outside its schema. */
  readonly submitUnchecked: () => void
}

export interface ArgumentsFormOptions {
  readonly tool: ToolView
  /** Absent: the schema's defaults. */
  readonly initial?: JsonObject | undefined
  readonly onChecking: (isChecking: boolean) => void
  readonly onRun: (args: JsonObject, isUnchecked: boolean) => void
}

export function useArgumentsForm({ tool, initial, onChecking, onRun }: ArgumentsFormOptions): ArgumentsForm {
  const [value, setValue] = useState<JsonObject>(() => initial ?? initialArguments(tool.inputSchema))
  const [problems, setProblems] = useState<readonly ArgumentProblem[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const submit = async () => {
    if (isUnreadable) return setFailure(texts.unreadableField())
    onChecking(true)
    setFailure(null)
    try {
      const { serverName, name } = tool
      const found = await call('tool.check-arguments', { serverName, toolName: name, arguments: value })
      setProblems(found)
      if (found.length === 0) onRun(value, false)
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      onChecking(false)
    }
  }
  const submitUnchecked = () => {
    if (isUnreadable) setFailure(texts.unreadableField())
    else onRun(value, true)
  }
  return { value, setValue, problems, failure, setIsUnreadable, submit, submitUnchecked }
}
