import { expect, it } from 'vitest'
import { silentLogger } from '../../base/logger'
import type { ResourcePart } from '../../contract/conversations'
import { createMessage } from '../messages/stored-messages'
import { AttachmentWatch } from './attachment-watch'

it('watches no addresses of imported messages, so no server learns of them', async () => {
  const watched: string[] = []
  const watch = new AttachmentWatch({
    servers: { watchResource: (_server, uri) => (watched.push(uri), () => {}) },
    history: { readMessage: async () => null, saveMessage: async () => {} },
    onMarked: () => {},
    log: silentLogger
  })
  const about = (uri: string): ResourcePart => ({
    type: 'resource',
    serverName: 'notes',
    uri,
    name: uri,
    mimeType: null,
    readAt: 1,
    contents: [],
    hasChanged: false
  })
  const place = { conversationId: 'c', parentId: null, createdAt: 1, role: 'user' } as const
  watch.watch(createMessage({ ...place, id: 'm1', parts: [about('note:///own')] }))
  watch.watch(createMessage({ ...place, id: 'm2', parts: [about('note:///theirs')], importedFrom: 'parley' }))
  expect(watched).toEqual(['note:///own'])
  await watch.dispose()
})
