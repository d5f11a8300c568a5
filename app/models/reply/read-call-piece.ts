/** Normalizes one piece of a Chat Completions tool call. Pure. */
import {
  readVendorCount,
  readVendorFields,
  isVendorFields,
  readVendorList,
  readVendorText
} from '../vendor/fields'
import type { VendorFields } from '../vendor/fields'

export interface CallPiece {
  /** Index of the call in the answer; null: the service sends none. */
  readonly index: number | null
  readonly id: string
  readonly name: string
  /** A piece of the arguments. */
  readonly json: string
  /** Unchanged: some services add fields to a call. */
  readonly fields: VendorFields
}

/** The only call of the older format has no index and no id. */
const placeOfOldForm = -1

/** `delta`: of a choice, or its whole message. */
export function readCallPieces(delta: VendorFields): readonly CallPiece[] {
  const pieces = readVendorList(delta['tool_calls']).filter(isVendorFields)
  const old = isVendorFields(delta['function_call']) ? [{ function: delta['function_call'] }] : []
  const hasNoPlaces = pieces.length > 1 && pieces.every((piece) => getPlace(piece) === null)
  return [
    ...pieces.map((piece, at) => readPiece(piece, hasNoPlaces ? at : getPlace(piece))),
    // Services that support both formats send each call in both.
    ...(pieces.length > 0 ? [] : old.map((piece) => readPiece(piece, placeOfOldForm)))
  ]
}

function getPlace(piece: VendorFields): number | null {
  return readVendorCount(piece['index'])
}

function readPiece(piece: VendorFields, index: number | null): CallPiece {
  const named = readVendorFields(piece['function'] ?? piece['custom'])
  const input = [named, piece].flatMap((place) =>
    ['arguments', 'parameters', 'input', 'args'].map((name) => place[name])
  )
  return {
    index,
    id: getId(piece['id'] ?? piece['call_id'] ?? piece['tool_call_id']),
    name: (readVendorText(named['name']) || readVendorText(piece['name'])).trim(),
    json: parseCallJson(input.find((value) => value !== undefined && value !== null)),
    fields: piece
  }
}

function getId(id: unknown): string {
  return typeof id === 'number' ? String(id) : readVendorText(id).trim()
}

/** Arguments are JSON in a string; some services send the JSON itself. */
export function parseCallJson(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
