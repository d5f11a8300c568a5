/** Tasks as servers write them, in both forms, and what is no task. */
import type { Client } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import type { ToolView } from '../../contract/servers'
import {
  readTaskErrorData,
  isCalledAsTask,
  isFinal,
  readCreatedTask,
  readTask,
  readTaskReason,
  taskAbilities
} from './task-wire'

const raw = { taskId: 'one', status: 'working' }
const view = { taskId: 'one', status: 'working', statusMessage: null, pollIntervalMs: null, ttlMs: null }

describe('a task', () => {
  it.each<[string, object, object]>([
    ['TASK-05: as little as there can be', raw, view],
    [
      'TASK-05: in the form of the core',
      { ...raw, statusMessage: 'Digs.', pollInterval: 500, ttl: 60_000 },
      { ...view, statusMessage: 'Digs.', pollIntervalMs: 500, ttlMs: 60_000 }
    ],
    [
      'TASK-05: in the form of the extension',
      { ...raw, pollIntervalMs: 500, ttlMs: 0 },
      { ...view, pollIntervalMs: 500, ttlMs: 0 }
    ],
    [
      'the newer form before the older',
      { ...raw, pollIntervalMs: 1, pollInterval: 2, ttlMs: 3, ttl: 4 },
      { ...view, pollIntervalMs: 1, ttlMs: 3 }
    ],
    ['times that are none', { ...raw, pollInterval: -1, ttl: 'long' }, view],
    ['a message that says nothing', { ...raw, statusMessage: '' }, view]
  ])('%s', (_what, given, expected) => {
    expect(readTask(given)).toEqual({ view: expected, result: null, error: null, inputRequests: {} })
  })

  it('TASK-07: has one of five states', () => {
    for (const status of ['working', 'input_required', 'completed', 'failed', 'cancelled'])
      expect(readTask({ ...raw, status })?.view.status).toBe(status)
    const final = ['working', 'input_required', 'completed', 'failed', 'cancelled'].filter((status) =>
      isFinal({ ...view, status } as Parameters<typeof isFinal>[0])
    )
    expect(final).toEqual(['completed', 'failed', 'cancelled'])
  })

  it('brings result, error and questions where its form has them', () => {
    const given = { ...raw, result: { a: 1 }, error: { code: 7 }, inputRequests: { b: {} } }
    expect(readTask(given)).toMatchObject({ result: { a: 1 }, error: { code: 7 }, inputRequests: { b: {} } })
    expect(readTask({ ...raw, error: 'no', inputRequests: [] })).toMatchObject({
      error: null,
      inputRequests: {}
    })
  })

  it('has a message of a bounded length', () => {
    expect(readTask({ ...raw, statusMessage: 'x'.repeat(1_001) })?.view.statusMessage).toMatch(/^x{1000}…/)
    expect(readTask({ ...raw, statusMessage: 'x'.repeat(1_000) })?.view.statusMessage).toBe('x'.repeat(1_000))
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a list', [raw]],
    ['one without an id', { status: 'working' }],
    ['one with an empty id', { ...raw, taskId: '' }],
    ['one with a number for an id', { ...raw, taskId: 7 }],
    ['one with an endless id', { ...raw, taskId: 'x'.repeat(1_025) }],
    ['one without a state', { taskId: 'one' }],
    ['one of an unknown state', { ...raw, status: 'sleeping' }]
  ])('is not %s', (_what, given) => {
    expect(readTask(given)).toBeNull()
  })

  it('may have an id of 1,024 characters', () => {
    expect(readTask({ ...raw, taskId: 'x'.repeat(1_024) })?.view.taskId).toHaveLength(1_024)
  })
})

describe('TASK-04: what a call became', () => {
  it('is a task inside the result where one was asked for', () => {
    expect(readCreatedTask({ task: raw }, true)?.view).toEqual(view)
    expect(readCreatedTask({ task: raw }, false)).toBeNull()
  })

  it('is the result itself where it says so, whoever asked', () => {
    expect(readCreatedTask({ ...raw, resultType: 'task' }, false)?.view).toEqual(view)
    expect(readCreatedTask({ ...raw, resultType: 'complete' }, false)).toBeNull()
    expect(readCreatedTask(raw, true)).toBeNull()
    expect(readCreatedTask('task', true)).toBeNull()
  })
})

describe('TASK-01 TASK-02: what a server can do with tasks', () => {
  const client = (revision: string, tasks?: object, era = 'legacy') =>
    ({
      getProtocolEra: () => era,
      getServerCapabilities: () => (tasks === undefined ? undefined : { tasks }),
      getNegotiatedProtocolVersion: () => revision
    }) as unknown as Client

  it('is what it declares, in the one revision that has it', () => {
    const all = { requests: { tools: { call: {} } }, cancel: {}, list: {} }
    expect(taskAbilities(client('2025-11-25', all))).toEqual({
      form: 'core',
      canCall: true,
      canCancel: true,
      canList: true
    })
    expect(taskAbilities(client('2025-11-25', { requests: { tools: {} } }))).toEqual({
      form: 'core',
      canCall: false,
      canCancel: false,
      canList: false
    })
    expect(taskAbilities(client('2025-11-25', {}))).toMatchObject({ canCall: false, canCancel: false })
    expect(taskAbilities(client('2025-11-25'))).toBeNull()
    expect(taskAbilities(client('2025-06-18', all))).toBeNull()
  })

  it('shows with each answer in the newest', () => {
    expect(taskAbilities(client('2026-07-28', undefined, 'modern'))).toEqual({
      form: 'extension',
      canCall: false,
      canCancel: true,
      canList: false
    })
  })

  it.each([
    ['required', true, true],
    ['optional', true, true],
    ['forbidden', true, false],
    ['required', false, false]
  ] as const)(
    'TASK-14: a tool whose tasks are %s, where tools can be tasks (%s), is one: %s',
    (taskSupport, canCall, expected) => {
      const tool = { taskSupport } as ToolView
      expect(isCalledAsTask(tool, { form: 'core', canCall, canCancel: true, canList: true })).toBe(expected)
      expect(isCalledAsTask(tool, null)).toBe(false)
      expect(isCalledAsTask(undefined, { form: 'core', canCall, canCancel: true, canList: true })).toBe(false)
    }
  )
})

describe('why a task failed', () => {
  it.each<[string, string | null, unknown, string | null]>([
    ['with the words of its error', 'Odd.', 'No shovel.', 'Odd.: No shovel.'],
    ['once where they are the same', 'No shovel.', 'No shovel.', 'No shovel.'],
    ['without an error', 'Odd.', '', 'Odd.'],
    ['with what are no words', 'Odd.', 7, 'Odd.'],
    ['without any', null, null, null]
  ])('%s', (_how, status, message, expected) => {
    expect(readTaskReason(status, message)).toBe(expected)
  })

  it('has a number where the server gave one', () => {
    expect(readTaskErrorData({ code: -32_000 })).toEqual({ rpcCode: -32_000 })
    expect(readTaskErrorData({ code: 'x' })).toEqual({})
    expect(readTaskErrorData(null)).toEqual({})
  })
})
