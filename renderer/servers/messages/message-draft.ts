/** A message as the user writes it. Pure. */
import type { ClientMethod, WrittenMessage } from '../../../app/contract/workbench/written-messages'
import type { JsonObject, JsonValue } from '../../../app/contract/json'

export interface MessageDraft {
  readonly kind: WrittenMessage['kind']
  readonly method: string
  /** JSON; empty: none. */
  readonly params: string
  /** JSON, or text for a text; empty: Parley chooses it. */
  readonly id: string
  readonly isCompleted: boolean
}

export const emptyDraft: MessageDraft = { kind: 'request', method: '', params: '', id: '', isCompleted: true }

/** Null: the parameters aren't JSON, or there is no method. */
export function readDraft({ kind, method, params, id, isCompleted }: MessageDraft): WrittenMessage | null {
  const value = params.trim() === '' ? undefined : parse(params)
  if (method === '' || value === 'unreadable') return null
  return {
    kind,
    method,
    isCompleted,
    ...(value !== undefined && { params: value.json }),
    ...(kind === 'request' && id !== '' && { id: toId(id) })
  }
}

/** The draft with another method, and its parameters if the user hasn't written others. */
export function chooseMethod(
  draft: MessageDraft,
  method: string,
  known: readonly ClientMethod[]
): MessageDraft {
  const wasExample = known.some(
    (one) => one.method === draft.method && toExample(one) === draft.params.trim()
  )
  const chosen = known.find((one) => one.method === method)
  if (chosen === undefined) return { ...draft, method }
  const params = draft.params.trim() === '' || wasExample ? toExample(chosen) : draft.params
  return { ...draft, method, kind: chosen.kind, params }
}

/** A message of the list, to be sent again. Null: it is no request and no notification. */
export function toDraft(json: string): MessageDraft | null {
  const { method, params, id } = JSON.parse(json) as JsonObject
  if (typeof method !== 'string') return null
  return {
    kind: id === undefined ? 'notification' : 'request',
    method,
    params: params === undefined ? '' : indent(params),
    id: '',
    // It has what Parley adds.
    isCompleted: false
  }
}

function toExample({ params }: ClientMethod): string {
  return params === null ? '' : indent(params)
}

function indent(value: JsonValue): string {
  return JSON.stringify(value, null, 2)
}

function parse(text: string): { readonly json: JsonValue } | 'unreadable' {
  try {
    return { json: JSON.parse(text) as JsonValue }
  } catch {
    return 'unreadable'
  }
}

/** As JSON if it is a number or a quoted text. */
function toId(text: string): string | number {
  const value = parse(text)
  if (value === 'unreadable') return text
  return typeof value.json === 'number' || typeof value.json === 'string' ? value.json : text
}
