import type { Usage } from '../../contract/conversations'
import type { ModelPart } from '../model'
import type { VendorFields } from '../vendor/fields'

/** Turns the values of one answer into parts. */
export interface ReplyReader {
  /** `name`: the name of the event that it came in. */
  read(value: VendorFields, name: string | null): Iterable<ModelPart>
  /** Once nothing follows. `isDone`: the service said that it is finished. */
  end(isDone: boolean): Iterable<ModelPart>
  /** After `end`. `null`: the answer is incomplete. `error`: the service gave up. */
  stopReason(): string | null
  usage(): Usage | null
}
