/** What a model reads of texts that views of servers gave. */
import { expect, it } from 'vitest'
import type { ResourcePart } from '../../contract/conversations'
import { fromResource } from './attachment-content'

const given: ResourcePart = {
  type: 'resource',
  serverName: 'maps',
  uri: 'ui://show/message',
  name: 'show',
  mimeType: 'text/plain',
  readAt: 0,
  contents: [{ uri: 'ui://show/message', mimeType: 'text/plain', text: 'Show \u202EJuly', blob: null }],
  hasChanged: false
}

it('says that the app wrote a message, and marks hidden characters', () => {
  const [content] = fromResource({ ...given, fromView: 'message' })
  expect(content).toMatchObject({ type: 'text', server: 'maps' })
  const text = content?.type === 'text' ? content.text : ''
  expect(text).toContain('The app of the server "maps" wrote this message. The user allowed sending it.')
  expect(text).not.toContain('\u202E')
})

it('says that the app gave what goes with a message of the user', () => {
  expect(fromResource({ ...given, fromView: 'context' })).toMatchObject([
    { type: 'text', server: 'maps', text: expect.stringContaining('given by its app 1970-01-01') }
  ])
})
