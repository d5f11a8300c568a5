import type { Usage } from '../../contract/conversations'
import type { ModelPart } from '../model'
import type { VendorFields } from '../vendor/fields'

/** Converts the values of one answer to parts. */
export interface ReplyReader {
  /** `name`: the name of its event. */
  read(value: VendorFields, name: string | null): Iterable<ModelPart>
  /** Call it after the last value. `isDone`: the service marked the end. */
  end(isDone: boolean): Iterable<ModelPart>
  /** After `end`. `null`: the answer is incomplete. `error`: the service failed. */
  stopReason(): string | null
  usage(): Usage | null
}
