/** Export and import of conversations. */
import type { Areas } from '../areas/areas'
import { createExport } from '../areas/exports-area'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'

export function archiveHandlers(
  ports: HostPorts,
  { conversations, imports }: Pick<Areas, 'conversations' | 'imports'>
): AreaHandlers<'archive'> {
  const { write, toText } = createExport(ports, conversations)
  return {
    'archive.export': async (input) => ({ path: await write(input) }),
    'archive.import': () => imports.run(),
    'archive.stop-import': () => imports.stop(),
    'archive.to-markdown': async ({ conversationId }) => ({ text: await toText(conversationId) })
  }
}
