import type { Areas } from '../areas/areas'
import type { HandlersOf } from './handlers-of'

export function queueHandlers({
  consent,
  conversations: { queues }
}: Pick<Areas, 'consent' | 'conversations'>): HandlersOf<'queue'> {
  return {
    'queue.send': (input) => {
      consent.personBegan(null)
      return queues.send(input)
    },
    'queue.take': (input) => queues.take(input),
    'queue.remove': (input) => queues.remove(input)
  }
}
