/** State of the form for a prompt's arguments: values and what is missing. */
import { useRef, useState } from 'react'
import type { PromptView } from '../../../app/contract/offers'
import { readArgumentValue } from './argument-field'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface PromptForm {
  readonly values: Readonly<Record<string, string>>
  readonly change: (name: string, value: string) => void
  /** Required arguments without a value. */
  readonly missing: readonly string[]
  /** The hint under a field; null if none. */
  readonly problemOf: (name: string) => string | null
  /** Sent to the server: arguments with a value. */
  readonly filled: Readonly<Record<string, string>>
  readonly submit: () => void
  /** Registers an argument's text box, to focus it. */
  readonly keepField: (name: string) => (field: HTMLTextAreaElement | null) => void
}

export interface PromptFormOptions {
  readonly prompt: PromptView
  readonly initial: Readonly<Record<string, string>>
  readonly onInsert: (args: Readonly<Record<string, string>>) => void
}

export function usePromptForm({ prompt, initial, onInsert }: PromptFormOptions): PromptForm {
  const [values, setValues] = useState(initial)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const fields = useRef(new Map<string, HTMLTextAreaElement>())
  const missing = prompt.arguments
    .filter(({ name, isRequired }) => isRequired && readArgumentValue(values, name).trim() === '')
    .map(({ name }) => name)
  const filled = Object.fromEntries(
    prompt.arguments
      .map(({ name }) => [name, readArgumentValue(values, name)] as const)
      .filter(([, value]) => value !== '')
  )
  const submit = () => {
    setWasSubmitted(true)
    const first = missing[0]
    if (first === undefined) onInsert(filled)
    else fields.current.get(first)?.focus()
  }
  return {
    values,
    change: (name, value) => setValues((old) => ({ ...old, [name]: value })),
    missing,
    problemOf: (name) => (wasSubmitted && missing.includes(name) ? texts.promptNeeds() : null),
    filled,
    submit,
    keepField: (name) => (field) => {
      if (field === null) fields.current.delete(name)
      else fields.current.set(name, field)
    }
  }
}
