import type { Areas } from '../areas/areas'
import type { AreaHandlers } from './area-handlers'

export function queueHandlers({
  consent,
  conversations: { queues }
}: Pick<Areas, 'consent' | 'conversations'>): AreaHandlers<'queue'> {
  return {
    'queue.send': (input) => {
      consent.personBegan(null)
      return queues.send(input)
    },
    'queue.take': (input) => queues.take(input),
    'queue.remove': (input) => queues.remove(input)
  }
}
