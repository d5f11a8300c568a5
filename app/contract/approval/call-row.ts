/** One call from the window to the host. */
import type { z } from 'zod'
import type { Approval } from './approval'

/** What a call approves with this input, and the proof that it needs. null: nothing. */
type ApprovalRule<Input> = Approval | null | ((input: Input) => Approval | null)

/**
 * The host treats the page as compromised: it may make any call with any input. So each call says what it approves, and
 * how certain the host must be that the user made it. `main/ipc/approval` enforces it.
 */
export interface CallRow<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly approval: ApprovalRule<z.infer<Input>>
  readonly input: Input
  readonly output: Output
}

/** Any call. Its approval expects an input of its own schema. */
export interface AnyCallRow extends Omit<CallRow, 'approval'> {
  readonly approval: ApprovalRule<never>
}

/** A call whose approval depends on its input. */
export function defineCall<Input extends z.ZodType, Output extends z.ZodType>(
  row: CallRow<Input, Output>
): CallRow<Input, Output> {
  return row
}
