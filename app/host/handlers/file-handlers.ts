import type { Areas } from '../areas/areas'
import type { HandlersOf } from './handlers-of'

export function fileHandlers({ conversations: { files } }: Pick<Areas, 'conversations'>): HandlersOf<'file'> {
  return {
    'file.add': (piece) => files.add(piece),
    'file.show': ({ fileId }) => files.show(fileId),
    'file.remove': ({ fileId }) => files.remove(fileId)
  }
}
