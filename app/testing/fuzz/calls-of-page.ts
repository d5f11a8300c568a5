/** Calls from a compromised page: any name, any input, most of them valid enough to be processed. */
import { type CallInput, type CallName, calls, findRequiredApproval } from '../../contract/bridge/calls'
import { fittingValue, spoiled, type MadeUp } from './made-up-values'

export interface MadeUpCall {
  readonly name: unknown
  readonly input: unknown
}

const names = Object.keys(calls) as CallName[]
const noNames: readonly unknown[] = [
  '',
  'app',
  'app.',
  'constructor',
  '__proto__',
  'toString',
  7,
  null,
  undefined,
  {},
  ['app.snapshot']
]

export function anyCall(made: MadeUp): MadeUpCall {
  const { random } = made
  if (random.once(20)) return { name: random.pick(noNames), input: {} }
  const name = random.pick(names)
  const input = fittingValue(calls[name].input, made)
  return { name, input: random.once(3) ? spoiled(input, random) : input }
}

/** For each call that approves something, one that does, with valid input. */
export function approvingCalls(
  made: MadeUp
): readonly { readonly name: CallName; readonly input: unknown }[] {
  return names.flatMap((name) => {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      const input = calls[name].input.safeParse(fittingValue(calls[name].input, made))
      if (input.success && findRequiredApproval(name, input.data as CallInput<typeof name>) !== null)
        return [{ name, input: input.data }]
    }
    return []
  })
}
