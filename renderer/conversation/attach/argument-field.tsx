/** The text box for one prompt argument or template variable, with the server's suggestions while the user types. */
import { useRef, useState } from 'react'
import type { Ref } from 'react'
import type { Completion, CompletionReference } from '../../../app/contract/offers'
import { call } from '../../bridge/call'
import { CompletionField } from '../../ui/controls/completion-field'
import { useRead } from '../../bridge/use-read'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

/** Pause in typing after which the server is asked, in milliseconds. */
const pauseMs = 180

/** The protocol's limit for one answer. Longer answers are cut. */
const valueLimit = 100

export interface ArgumentFieldProps {
  readonly serverName: string
  readonly reference: CompletionReference
  /** The server's name for it. */
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onEnter: () => void
  readonly hint?: string
  readonly isRequired?: boolean
  readonly error?: string | null
  /** Filled-in arguments before this one. */
  readonly context: Readonly<Record<string, string>>
  readonly inputRef?: Ref<HTMLTextAreaElement> | undefined
}

export function ArgumentField(props: ArgumentFieldProps) {
  const { serverName: _server, reference: _reference, name: _name, context: _context, ...field } = props
  const [isAsking, setIsAsking] = useState(false)
  const completion = useCompletion(isAsking ? props : null)
  return (
    <CompletionField
      {...field}
      values={completion.values}
      valuesNote={moreNote(completion)}
      onAsk={setIsAsking}
    />
  )
}

const nothing: Completion = { values: [], total: null, hasMore: false }

/** Suggestions stay until the next ones arrive. A failure only means no suggestions. */
function useCompletion(wish: ArgumentFieldProps | null): Completion {
  const last = useRef(nothing)
  /** Answers while this field is mounted, by request, so that going back over a word doesn't ask again. */
  const known = useRef(new Map<string, Completion>())
  const key =
    wish === null
      ? null
      : JSON.stringify([wish.serverName, wish.reference, wish.name, wish.value, wish.context])
  const read = async () => {
    if (wish === null || key === null) return nothing
    const completion = known.current.get(key) ?? (await complete(wish))
    known.current.set(key, completion)
    return completion
  }
  const { value, failure, isReading } = useRead({ key, read, pauseMs })
  if (wish === null || failure !== null) last.current = nothing
  else if (value !== null && !isReading) last.current = value
  return last.current
}

async function complete(wish: ArgumentFieldProps): Promise<Completion> {
  const { serverName, reference, name, value, context } = wish
  const completion = await call('completion.complete', {
    serverName,
    reference,
    argumentName: name,
    value: value.slice(0, 10_000),
    context: { ...context }
  })
  return { ...completion, values: [...new Set(completion.values)].slice(0, valueLimit) }
}

function moreNote({ values, total, hasMore }: Completion): string | null {
  if (values.length === 0) return null
  if (total !== null && total > values.length) return texts.someValues({ shown: values.length, total })
  return hasMore ? texts.moreValues() : null
}

/** Values of the filled-in arguments before `name`. */
export function earlierValues(
  names: readonly string[],
  name: string,
  values: Readonly<Record<string, string>>
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.slice(0, names.indexOf(name)).flatMap((earlier) => {
      const value = readArgumentValue(values, earlier)
      return value === '' ? [] : [[earlier, value] as const]
    })
  )
}

/** Values by names that a server chose, which may be `__proto__`. */
export function readArgumentValue(values: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : ''
}
