import { beforeEach, describe, expect, it } from 'vitest'
import type { ToolCallQuestion } from '../../contract/questions/questions'
import type { JsonObject } from '../../contract/json'
import type { FindRealPath } from '../grants/real-path'
import { findNarrowestConditions } from '../grants/narrowest-conditions'
import type { ToolCallFacts } from '../grants/policy'
import { createPermissionSuggestions, type PermissionSuggestions } from './permission-suggestions'

const find: FindRealPath = (path) => ({ type: 'there', path })
const notes = (name: string) => ({ path: `/home/ada/notes/${name}` })

describe('the narrowest permission', () => {
  it.each<{ of: string; calls: JsonObject[]; is: unknown }>([
    {
      of: 'files of one folder',
      calls: [notes('a.md'), notes('b.md')],
      is: [{ type: 'path-below', pointer: '/path', folder: '/home/ada/notes' }]
    },
    {
      of: 'files of folders side by side',
      calls: [notes('x/a.md'), notes('y/b.md')],
      is: [{ type: 'path-below', pointer: '/path', folder: '/home/ada/notes' }]
    },
    {
      of: 'the same file',
      calls: [notes('a.md'), notes('a.md')],
      is: [{ type: 'one-of', pointer: '/path', values: ['/home/ada/notes/a.md'] }]
    },
    {
      of: 'pages of one host',
      calls: [{ url: 'https://a.test/x' }, { url: 'https://a.test/y' }],
      is: [{ type: 'host-is', pointer: '/url', host: 'a.test', scheme: 'https' }]
    },
    {
      of: 'two values',
      calls: [{ at: 1 }, { at: 2 }],
      is: [{ type: 'one-of', pointer: '/at', values: [1, 2] }]
    },
    { of: 'words', calls: [{ q: 'a' }, { q: 'b' }, { q: 'c' }], is: [] }
  ])('covers $of', ({ calls, is }) => expect(findNarrowestConditions(calls, find)).toEqual(is))

  it.each<{ of: string; calls: JsonObject[] }>([
    { of: 'hosts that differ', calls: [{ url: 'https://a.test/' }, { url: 'https://b.test/' }] },
    { of: 'paths that no folder holds', calls: [{ path: '/home/a' }, { path: '/etc/b' }] },
    { of: 'other arguments each time', calls: [{ path: '/a/b' }, { path: '/a/b', deep: true }] },
    { of: 'names that look alike', calls: [{ path: '/a/b', Path: '/c/d' }] }
  ])('is not offered for $of', ({ calls }) => expect(findNarrowestConditions(calls, find)).toBeNull())

  it('SEC-05 follows links, and is not offered for a folder that only seems to contain a path', () => {
    const leaving: FindRealPath = (path) => ({
      type: 'there',
      path: path.replace('/home/ada/notes/out', '/etc')
    })
    expect(findNarrowestConditions([notes('a.md'), notes('out/key')], leaving)).toBeNull()
  })
})

describe('approving similar calls repeatedly', () => {
  let habits: PermissionSuggestions
  let ids = 0
  beforeEach(
    () =>
      void (habits = createPermissionSuggestions({
        newId: () => `id-${++ids}`,
        now: () => 1,
        findRealPath: find
      }))
  )

  const facts = (args: JsonObject, changes: Partial<ToolCallFacts> = {}): ToolCallFacts => ({
    conversationId: 'one',
    serverName: 'files',
    toolName: 'read_file',
    definitionHash: 'hash',
    effect: 'read-only',
    arguments: args,
    flows: [],
    newFlows: [],
    serverFingerprint: 'print',
    now: 1,
    forbiddenScopes: [],
    ...changes
  })
  const question = (changes: Partial<ToolCallQuestion> = {}) => changes as ToolCallQuestion
  const allow = (
    times: number,
    changes: Partial<ToolCallFacts> = {},
    asked: Partial<ToolCallQuestion> = {}
  ) => {
    for (let time = 0; time < times; time += 1)
      habits.allowed(question(asked), facts(notes(`${time}.md`), changes))
  }

  it('offers a permission for the conversation after the fifth approval, and grants it when accepted', () => {
    allow(4)
    expect(habits.view()).toEqual([])
    allow(1)
    const [habit] = habits.view()
    const limits = [{ type: 'path-below', pointer: '/path', folder: '/home/ada/notes' }]
    expect(habit).toMatchObject({ serverName: 'files', toolName: 'read_file', calls: 5, conditions: limits })
    expect(habits.take(habit?.id ?? '')).toMatchObject({
      scope: 'conversation',
      conversationId: 'one',
      toolName: 'read_file',
      definitionHash: 'hash',
      serverFingerprint: 'print',
      conditions: limits,
      argumentNames: ['/path'],
      folderPlaces: { '/home/ada/notes': '/home/ada/notes' }
    })
    expect(habits.view()).toEqual([])
    expect(habits.take(habit?.id ?? '')).toBeNull()
    expect(habits.leave(habit?.id ?? '')).toBe(false)
  })

  it('counts separately for each conversation, tool, and program', () => {
    allow(4)
    allow(1, { conversationId: 'two' })
    allow(1, { toolName: 'write_file' })
    allow(1, { definitionHash: 'other' })
    allow(1, { serverFingerprint: 'other' })
    expect(habits.view()).toEqual([])
  })

  it('starts counting again after a denial', () => {
    allow(4)
    habits.ended(facts({}))
    allow(4)
    expect(habits.view()).toEqual([])
  })

  it.each<[string, Partial<ToolCallFacts>, Partial<ToolCallQuestion>]>([
    ['can delete', { effect: 'destructive' }, {}],
    ['claims to be harmless', { effect: 'doubtful' }, {}],
    ['carries text of another server', { newFlows: ['mail'] }, {}],
    ['carries a warning', {}, { warnings: [{ key: 'x' } as never] }],
    ['keeps repeating', {}, { repeats: 3 }],
    ['a policy forbids', { forbiddenScopes: ['conversation'] }, {}]
  ])('offers nothing for a call that %s', (_what, changes, asked) => {
    allow(6, changes, asked)
    expect(habits.view()).toEqual([])
  })

  it('offers nothing again after the user chose to be asked', () => {
    allow(5)
    habits.leave(habits.view()[0]?.id ?? '')
    allow(6)
    habits.ended(facts({}))
    allow(6)
    expect(habits.view()).toEqual([])
  })

  it('forgets the offer with its conversation', () => {
    allow(5)
    habits.forgetConversation('one')
    expect(habits.view()).toEqual([])
  })
})
