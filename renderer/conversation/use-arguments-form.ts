/** State of the form that asks for a tool's arguments: the two ways to enter them, checking, what is wrong. */
import { useState } from 'react'
import type { JsonObject } from '../../app/contract/json'
import type { ArgumentProblem, ToolView } from '../../app/contract/servers'
import { call, failureMessage } from '../bridge/call'
import { initialArguments } from '../ui/schema-form-initial'

export type ArgumentsTab = 'form' | 'json'

export interface ArgumentsForm {
  readonly tab: ArgumentsTab
  readonly changeTab: (tab: ArgumentsTab) => void
  readonly value: JsonObject
  readonly setValue: (value: JsonObject) => void
  readonly json: string
  readonly setJson: (json: string) => void
  /** Why the JSON can not be used, null when it can. */
  readonly jsonProblem: string | null
  /** What the schema objects to in the arguments that were last submitted. */
  readonly problems: readonly ArgumentProblem[]
  /** Why checking did not work. */
  readonly failure: string | null
  readonly setIsUnreadable: (isUnreadable: boolean) => void
  /** Checks the arguments and runs the tool when they fit. */
  readonly submit: () => Promise<void>
}

export interface ArgumentsFormOptions {
  readonly tool: ToolView
  readonly onChecking: (isChecking: boolean) => void
  readonly onRun: (args: JsonObject) => void
}

export function useArgumentsForm({ tool, onChecking, onRun }: ArgumentsFormOptions): ArgumentsForm {
  const [tab, setTab] = useState<ArgumentsTab>('form')
  const [value, setValue] = useState<JsonObject>(() => initialArguments(tool.inputSchema))
  const [json, setJson] = useState('')
  const [problems, setProblems] = useState<readonly ArgumentProblem[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [isUnreadable, setIsUnreadable] = useState(false)
  const parsed = tab === 'json' ? parseArguments(json) : { value: isUnreadable ? null : value, problem: null }

  const changeTab = (next: ArgumentsTab) => {
    if (next === 'json') setJson(JSON.stringify(value, null, 2))
    else if (parsed.value !== null) setValue(parsed.value)
    else return // broken JSON would be lost in the form
    setTab(next)
  }
  const submit = async () => {
    const args = parsed.value
    if (args === null) return
    onChecking(true)
    setFailure(null)
    try {
      const found = await checkArguments(tool, args)
      setProblems(found)
      if (found.length === 0) onRun(args)
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      onChecking(false)
    }
  }
  const jsonProblem = parsed.problem
  return {
    tab,
    changeTab,
    value,
    setValue,
    json,
    setJson,
    jsonProblem,
    problems,
    failure,
    setIsUnreadable,
    submit
  }
}

function checkArguments({ serverName, name }: ToolView, args: JsonObject): Promise<ArgumentProblem[]> {
  return call('tool.check-arguments', { serverName, toolName: name, arguments: args })
}

function parseArguments(text: string): {
  readonly value: JsonObject | null
  readonly problem: string | null
} {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { value: value as JsonObject, problem: null }
    }
    return { value: null, problem: 'Arguments are a JSON object: { "name": value }.' }
  } catch (error) {
    return {
      value: null,
      problem: `This is no JSON yet: ${error instanceof Error ? error.message : String(error)}`
    }
  }
}
