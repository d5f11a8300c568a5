import type { Areas } from '../areas/areas'
import type { AreaHandlers } from './area-handlers'

export function fileHandlers({
  conversations: { files }
}: Pick<Areas, 'conversations'>): AreaHandlers<'file'> {
  return {
    'file.add': (piece) => files.add(piece),
    'file.show': ({ fileId }) => files.show(fileId),
    'file.remove': ({ fileId }) => files.remove(fileId)
  }
}
