/** Conversations into files and out of them. */
import type { Areas } from '../areas/areas'
import { createExport } from '../areas/exports'
import type { Ports } from '../areas/ports'
import type { HandlersOf } from './handlers-of'

export function archiveHandlers(
  ports: Ports,
  { conversations }: Pick<Areas, 'conversations'>
): HandlersOf<'archive'> {
  const { write, toText } = createExport(ports, conversations)
  return {
    'archive.export': async (input) => ({ path: await write(input) }),
    'archive.to-markdown': async ({ conversationId }) => ({ text: await toText(conversationId) })
  }
}
