import type { ModelPart } from '../model'

/** Turns the events of one reply into parts. */
export interface ReplyReader<Event> {
  read(event: Event): Iterable<ModelPart>
  /** Once no event follows: the last part, null where the reply is incomplete. */
  end(): ModelPart | null
}
