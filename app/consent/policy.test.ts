import { describe, expect, test } from 'vitest'
import type { StoredGrant } from '../history/interface'
import { definitionChangedNote, judgeToolCall } from './policy'

const call = { conversationId: 'c', serverName: 's', toolName: 't', definitionHash: 'h' }

function grant(changes: Partial<StoredGrant> = {}): StoredGrant {
  const plain = { id: 'g', scope: 'always' as const, serverName: 's', toolName: 't', conversationId: null }
  return { ...plain, definitionHash: 'h', createdAt: 1, ...changes }
}

const allow = { type: 'allow', grantId: 'g' }
const ask = { type: 'ask', note: null }
const askAgain = { type: 'ask', note: definitionChangedNote }

describe('a grant against a call', () => {
  test.each<[string, Partial<StoredGrant>, object]>([
    ['always, same tool', {}, allow],
    ['always, other tool', { toolName: 'u' }, ask],
    ['always, tool of that name on another server', { serverName: 'r' }, ask],
    ['always, definition changed', { definitionHash: 'x' }, askAgain],
    ['always, other tool with another definition', { toolName: 'u', definitionHash: 'x' }, ask],
    ['conversation, same', { scope: 'conversation', conversationId: 'c' }, allow],
    ['conversation, another', { scope: 'conversation', conversationId: 'd' }, ask],
    [
      'conversation, same, definition changed',
      { scope: 'conversation', conversationId: 'c', definitionHash: 'x' },
      askAgain
    ],
    [
      'conversation, another, definition changed',
      { scope: 'conversation', conversationId: 'd', definitionHash: 'x' },
      ask
    ],
    ['names that differ in case only', { toolName: 'T' }, ask]
  ])('%s', (_name, changes, verdict) => {
    expect(judgeToolCall([grant(changes)], call)).toEqual(verdict)
  })

  test('no grants: ask', () => {
    expect(judgeToolCall([], call)).toEqual(ask)
  })

  test('one valid grant among outdated ones is enough', () => {
    const outdated = grant({ id: 'old', definitionHash: 'x' })
    expect(judgeToolCall([outdated, grant()], call)).toEqual(allow)
  })
})
