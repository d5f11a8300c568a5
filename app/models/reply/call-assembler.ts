/**
 * Assembles the tool calls of one answer from the pieces that services send. A piece is assigned to its call by
 * position and id where a service gives them, and by the text of the arguments otherwise.
 */
import type { ModelPart } from '../model'
import { isInput, requestedCall } from './tool-input'
import { JsonProgress } from './json-progress'
import type { CallPiece } from './read-call-piece'

interface OpenCall {
  readonly index: number | null
  /** The service's id; empty: it sent none. */
  givenId: string
  id: string
  name: string
  readonly pieces: string[]
  readonly progress: JsonProgress
  hasStarted: boolean
}

export interface CallAssemblerOptions {
  readonly newId: () => string
  /** Names of the offered tools. */
  readonly names: readonly string[]
  /** Ids of earlier calls in the conversation: a call with one of them gets a new id. */
  readonly usedIds: ReadonlySet<string>
}

export class CallAssembler {
  readonly #options: CallAssemblerOptions
  #calls: OpenCall[] = []
  readonly #ids: Set<string>

  constructor(options: CallAssemblerOptions) {
    this.#options = options
    this.#ids = new Set(options.usedIds)
  }

  get hasCalls(): boolean {
    return this.#calls.length > 0
  }

  /** `beside`: parts to emit before the call itself, by its id. */
  *take(piece: CallPiece, beside: (id: string) => Iterable<ModelPart> = () => []): Generator<ModelPart> {
    const known = this.#find(piece)
    if (known !== undefined && isRepetition(known, piece)) return
    const isNew = known === undefined || this.#beginsAnother(known, piece)
    if (isNew && piece.name === '' && piece.id === '' && piece.json === '') return
    if (isNew) yield* this.#startAll()
    const call = isNew ? this.#open(piece, known) : known
    if (!isNew) this.#name(call, piece)
    yield* beside(call.id)
    if (piece.json !== '') {
      call.pieces.push(piece.json)
      call.progress.feed(piece.json)
    }
    if (call.hasStarted) yield* written(call, piece.json)
    else if (this.#isNameSure(call)) yield* start(call)
  }

  /** Call it after the last piece. */
  *finish(): Generator<ModelPart> {
    yield* this.#startAll()
    const finished = this.#calls
    this.#calls = []
    for (const { id, name, pieces } of finished) yield requestedCall(id, name, getArguments(pieces))
  }

  *#startAll(): Generator<ModelPart> {
    for (const call of this.#calls) yield* start(call)
  }

  /** The call that the piece may continue. */
  #find({ index, id, name, json }: CallPiece): OpenCall | undefined {
    const last = this.#calls.at(-1)
    const byId = id === '' ? undefined : this.#calls.findLast(({ givenId }) => givenId === id)
    if (index === null) return byId ?? last
    const atPlace = this.#calls.filter((call) => call.index === index)
    const byPlace = atPlace.findLast(({ givenId }) => id !== '' && givenId === id) ?? atPlace.at(-1)
    if (byPlace !== undefined) return byPlace
    // Some services number the pieces, not the calls.
    if (id === '' && name === '') return last
    const goesOn =
      byId !== undefined && (name === '' || (isOpen(byId) && byId.name === name && !opensObject(json)))
    return goesOn ? byId : undefined
  }

  #beginsAnother(known: OpenCall, { id, name, json }: CallPiece): boolean {
    const isOther = id !== '' && known.givenId !== '' && id !== known.givenId
    const isSame = name === '' || name === known.name
    if (known.progress.isWhole)
      return isSame && json.trim() === '' ? isOther && name !== '' : name !== '' || opensObject(json)
    if (isOpen(known)) return isOther ? !isSame || (name !== '' && isInput(json)) : !isSame
    if (name === '' || known.name === '') return false
    return isOther || (!isSame && !this.#completesName(known.name, name, json))
  }

  /** A name may also arrive in pieces, or longer with each piece. */
  #completesName(before: string, name: string, json: string): boolean {
    const { names } = this.#options
    if (names.length === 0) return json.trim() === ''
    const isOffered = names.includes(before)
    return (
      names.some((item) => item.startsWith(`${before}${name}`)) || (name.startsWith(before) && !isOffered)
    )
  }

  #open({ index, id, name }: CallPiece, before: OpenCall | undefined): OpenCall {
    const call: OpenCall = {
      index,
      givenId: id,
      id: this.#freeId(id),
      hasStarted: false,
      name: name === '' ? (before?.name ?? '') : name,
      pieces: [],
      progress: new JsonProgress()
    }
    this.#calls.push(call)
    return call
  }

  #name(call: OpenCall, { id, name }: CallPiece): void {
    if (call.givenId === '' && id !== '' && !call.hasStarted) {
      call.givenId = id
      call.id = this.#freeId(id)
    }
    if (call.hasStarted || name === '' || name === call.name) return
    call.name = name.startsWith(call.name) ? name : `${call.name}${name}`
  }

  /** Results find their call by its id. */
  #freeId(id: string): string {
    const free = id === '' || this.#ids.has(id) ? this.#options.newId() : id
    this.#ids.add(free)
    return free
  }

  #isNameSure({ name, progress }: OpenCall): boolean {
    if (name === '') return false
    const { names } = this.#options
    const isComplete = names.includes(name) && !names.some((item) => item !== name && item.startsWith(name))
    return isComplete || progress.hasBegun
  }
}

function* start(call: OpenCall): Generator<ModelPart> {
  if (call.hasStarted) return
  call.hasStarted = true
  yield { type: 'tool-call-started', id: call.id, name: call.name }
  yield* written(call, call.pieces.join(''))
}

function* written({ id }: OpenCall, json: string): Generator<ModelPart> {
  if (json !== '') yield { type: 'tool-call-written', id, json }
}

function isOpen({ progress }: OpenCall): boolean {
  return progress.hasBegun && !progress.isWhole
}

function opensObject(json: string): boolean {
  return json.trimStart().startsWith('{')
}

/** Some services repeat the whole arguments at the end. */
function isRepetition({ name, givenId, pieces, progress }: OpenCall, piece: CallPiece): boolean {
  if (!progress.isWhole || piece.json.trim() === '' || piece.json.trim() !== pieces.join('').trim())
    return false
  if (piece.name !== '' && piece.name !== name) return false
  if (piece.id !== '') return piece.id === givenId
  return piece.name === '' || pieces.length > 1
}

/** The pieces joined; or only the last one, when each repeats everything before it. */
function getArguments(pieces: readonly string[]): string {
  const joined = pieces.join('')
  const last = pieces.at(-1) ?? ''
  if (pieces.length > 1 && !isInput(joined) && isInput(last) && opensObject(last)) return last
  return joined
}
