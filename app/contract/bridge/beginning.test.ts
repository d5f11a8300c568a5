import { expect, it } from 'vitest'
import { readFragment, toFragment, type Beginning } from './beginning'

it.each<[string, Beginning]>([
  ['#en', { language: 'en', view: { type: 'newest' } }],
  ['#de/new', { language: 'de', view: { type: 'new' } }],
  ['#en/conversation/a%2Fb%23', { language: 'en', view: { type: 'conversation', conversationId: 'a/b#' } }],
  ['#en/server/a%2Fb/log', { language: 'en', view: { type: 'server', serverName: 'a/b', tab: 'log' } }]
])('reads %s unchanged', (fragment, beginning) => {
  expect(toFragment(beginning)).toBe(fragment)
  expect(readFragment(fragment)).toEqual(beginning)
})

it.each(['', '#', '#xx', '#/conversation', '#en/conversation/', '#en/server', '#en/other'])(
  'accepts %j as the first window',
  (fragment) => {
    expect(readFragment(fragment)).toEqual({ language: 'en', view: { type: 'newest' } })
  }
)

it('shows the overview of a server whose tab it does not know', () => {
  expect(readFragment('#en/server/notes/other').view).toEqual({
    type: 'server',
    serverName: 'notes',
    tab: 'overview'
  })
})
