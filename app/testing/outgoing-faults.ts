/**
 * Errors of a message that Parley sends, by the published schema of the protocol revision in use. A message of an
 * extension has no definition there; only its envelope is checked.
 */
import { readFileSync } from 'node:fs'
import { Validator } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'

interface Message {
  readonly method?: string
  readonly id?: unknown
  readonly params?: {
    readonly protocolVersion?: unknown
    readonly _meta?: Readonly<Record<string, unknown>>
  }
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: unknown
}

const revisionKey = 'io.modelcontextprotocol/protocolVersion'

/** `agreed` is the revision of the connection; null before the handshake has ended. */
export function findOutgoingFaults(message: unknown, agreed: string | null): string[] {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return ['It is no single JSON-RPC message.']
  const sent = message as Message
  const revision = revisionOf(sent, agreed)
  if (revision === null)
    return isPong(sent) || isRefusal(sent) ? [] : ['It was sent before a revision was agreed upon.']
  const protocol = readProtocol(revision)
  if (tellsTheInside(sent.error)) return ['It tells the server where in the program something failed.']
  const envelope = protocol.faults('JSONRPCMessage', sent)
  if (envelope.length > 0) return envelope
  const definition = definitionOf(sent, protocol)
  if (definition === null) return []
  return protocol.faults(definition, sent.method === undefined ? sent.result : sent)
}

/** A stack, or the path of a file of ours. */
function tellsTheInside(error: unknown): boolean {
  return (
    error !== undefined &&
    /\bat \S+ \(|\bat (?:async )?\/|\bfile:\/\/|\.[cm]?[jt]s:\d/.test(JSON.stringify(error))
  )
}

/** A ping is answered at any time, in the same way in every revision. */
function isPong({ method, result }: Message): boolean {
  return method === undefined && result !== undefined && Object.keys(result).length === 0
}

/** A message that comes too early is rejected, with the same envelope in every revision. */
function isRefusal({ method, id, error }: Message): boolean {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  return method === undefined && id !== undefined && typeof code === 'number' && typeof message === 'string'
}

/** The handshake names the revision that it is written in. */
function revisionOf({ method, params }: Message, agreed: string | null): string | null {
  const own = method === 'initialize' ? params?.protocolVersion : params?._meta?.[revisionKey]
  return typeof own === 'string' ? own : agreed
}

function definitionOf({ method, result }: Message, protocol: Protocol): string | null {
  if (method !== undefined) return protocol.ofMethod.get(method) ?? null
  if (result === undefined) return null
  if ('roots' in result) return 'ListRootsResult'
  if ('action' in result) return 'ElicitResult'
  if ('task' in result) return 'CreateTaskResult'
  if ('tasks' in result) return 'ListTasksResult'
  if ('taskId' in result) return 'GetTaskResult'
  return 'model' in result ? 'CreateMessageResult' : 'Result'
}

interface Protocol {
  /** Definitions of requests and notifications by their method. */
  readonly ofMethod: ReadonlyMap<string, string>
  faults(definition: string, value: unknown): string[]
}

/** A form may ask for any number; the published schemas of its answer know whole ones only. */
function allowFractions(key: string, value: unknown): unknown {
  const isOfAnswer = key === 'type' && Array.isArray(value) && value.join() === 'string,integer,boolean'
  return isOfAnswer ? ['string', 'number', 'boolean'] : value
}

const protocols = new Map<string, Protocol>()

function readProtocol(revision: string): Protocol {
  const known = protocols.get(revision) ?? createProtocol(revision)
  protocols.set(revision, known)
  return known
}

function createProtocol(revision: string): Protocol {
  const file = new URL(`protocol-schema/${revision}.json`, import.meta.url)
  const schema = JSON.parse(readFileSync(file, 'utf8'), allowFractions) as Record<
    string,
    Record<string, Schema>
  >
  const place = '$defs' in schema ? '$defs' : 'definitions'
  const validators = new Map<string, Validator>()
  const validatorOf = (definition: string): Validator => {
    const known = validators.get(definition)
    if (known !== undefined) return known
    const draft = place === '$defs' ? '2020-12' : '7'
    const created = new Validator({ ...schema, $ref: `#/${place}/${definition}` } as Schema, draft, false)
    validators.set(definition, created)
    return created
  }
  return {
    ofMethod: new Map(Object.entries(schema[place] ?? {}).flatMap(toMethodEntry)),
    faults: (definition, value) => {
      const { valid, errors } = validatorOf(definition).validate(value)
      return valid
        ? []
        : errors.map(({ instanceLocation, error }) => `${definition} ${instanceLocation}: ${error}`)
    }
  }
}

function toMethodEntry([name, definition]: [string, Schema]): [string, string][] {
  const method = (definition['properties'] as Record<string, Schema> | undefined)?.['method']?.const
  return typeof method === 'string' ? [[method, name]] : []
}
