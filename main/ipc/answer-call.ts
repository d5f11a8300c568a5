/**
 * Answers one call from the window: looks up the name, parses the input, runs the handler, and turns every outcome into
 * a `Result`. The sender has been checked before. Independent of Electron.
 */
import { say } from '../../app/texts/render-localized'
import { HostError, toFailure } from '../../app/base/host-error'
import type { Logger } from '../../app/base/logger'
import {
  calls,
  findOutputSchema,
  type CallInput,
  type CallName,
  type Handlers
} from '../../app/contract/bridge/calls'
import type { RequirePerson } from './approval/approval'
import type { AnswerCall } from './serve'

export interface AnsweringOptions {
  readonly handlers: Handlers
  /** Outputs come from trusted code. Parsing them finds bugs and costs time, so only development and tests do. */
  readonly checksOutputs: boolean
  /** Checked before each call. Refuses a call that approves something without a user's press. */
  readonly requirePerson: RequirePerson
  readonly log: Logger
}

export function createAnswering(options: AnsweringOptions): AnswerCall {
  return async (name, input) => {
    try {
      return { ok: true, value: await runCall(options, name, input) }
    } catch (error) {
      if (!(error instanceof HostError))
        options.log.error('a call failed because of a bug', { call: name, error })
      return { ok: false, error: toFailure(error) }
    }
  }
}

async function runCall(options: AnsweringOptions, name: unknown, input: unknown): Promise<unknown> {
  if (!isCallName(name)) throw new HostError('BRIDGE_UNKNOWN_CALL', say('host.unknownCall'))
  const parsed = calls[name].input.safeParse(input)
  if (!parsed.success) {
    options.log.warn('a call with invalid input was rejected', { call: name, issues: parsed.error.issues })
    throw new HostError('BRIDGE_INVALID_INPUT', say('host.invalidInput'))
  }
  options.requirePerson(name, parsed.data as CallInput<typeof name>)
  const handle = options.handlers[name] as (input: unknown) => unknown
  const output = await handle(parsed.data)
  const schema = findOutputSchema(name, parsed.data as CallInput<typeof name>)
  if (schema.def.type === 'null') return null
  return options.checksOutputs ? schema.parse(output) : output
}

/** `Object.hasOwn`: `constructor` and the like are no calls. */
function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name)
}
