/** Tasks as servers write them, in both forms, and values that are no tasks. */
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
  readTaskAbilities
} from './task-wire'

const raw = { taskId: 'one', status: 'working' }
const view = { taskId: 'one', status: 'working', statusMessage: null, pollIntervalMs: null, ttlMs: null }

describe('a task', () => {
  it.each<[string, object, object]>([
    ['TASK-05: with the least possible members', raw, view],
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
    ['invalid times', { ...raw, pollInterval: -1, ttl: 'long' }, view],
    ['an empty message', { ...raw, statusMessage: '' }, view]
  ])('%s', (_what, given, expected) => {
    expect(readTask(given)).toEqual({
      view: expected,
      result: null,
      error: null,
      inputRequests: {},
      updatedAt: null
    })
  })

  it('TASK-07: has one of five states', () => {
    for (const status of ['working', 'input_required', 'completed', 'failed', 'cancelled'])
      expect(readTask({ ...raw, status })?.view.status).toBe(status)
    const final = ['working', 'input_required', 'completed', 'failed', 'cancelled'].filter((status) =>
      isFinal({ ...view, status } as Parameters<typeof isFinal>[0])
    )
    expect(final).toEqual(['completed', 'failed', 'cancelled'])
  })

  it('has result, error and questions if its form has them', () => {
    const given = { ...raw, result: { a: 1 }, error: { code: 7 }, inputRequests: { b: {} } }
    expect(readTask(given)).toMatchObject({ result: { a: 1 }, error: { code: 7 }, inputRequests: { b: {} } })
    expect(readTask({ ...raw, error: 'no', inputRequests: [] })).toMatchObject({
      error: null,
      inputRequests: {},
      updatedAt: null
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

describe('TASK-04: the answer to a call', () => {
  it('is a task inside the result if Parley requested one', () => {
    expect(readCreatedTask({ task: raw }, true)?.view).toEqual(view)
    expect(readCreatedTask({ task: raw }, false)).toBeNull()
  })

  it('is the result itself if it says so, without a request', () => {
    expect(readCreatedTask({ ...raw, resultType: 'task' }, false)?.view).toEqual(view)
    expect(readCreatedTask({ ...raw, resultType: 'complete' }, false)).toBeNull()
    expect(readCreatedTask(raw, true)).toBeNull()
    expect(readCreatedTask('task', true)).toBeNull()
  })
})

describe('TASK-01 TASK-02: the task abilities of a server', () => {
  const client = (revision: string, tasks?: object, era = 'legacy') =>
    ({
      getProtocolEra: () => era,
      getServerCapabilities: () => (tasks === undefined ? undefined : { tasks }),
      getNegotiatedProtocolVersion: () => revision
    }) as unknown as Client

  it('takes the declared abilities in the only revision with tasks in its core', () => {
    const all = { requests: { tools: { call: {} } }, cancel: {}, list: {} }
    expect(readTaskAbilities(client('2025-11-25', all))).toEqual({
      form: 'core',
      canCall: true,
      canCancel: true,
      canList: true
    })
    expect(readTaskAbilities(client('2025-11-25', { requests: { tools: {} } }))).toEqual({
      form: 'core',
      canCall: false,
      canCancel: false,
      canList: false
    })
    expect(readTaskAbilities(client('2025-11-25', {}))).toMatchObject({ canCall: false, canCancel: false })
    expect(readTaskAbilities(client('2025-11-25'))).toBeNull()
    expect(readTaskAbilities(client('2025-06-18', all))).toBeNull()
  })

  it('needs no declaration in the newest revision, which shows a task with each answer', () => {
    expect(readTaskAbilities(client('2026-07-28', undefined, 'modern'))).toEqual({
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
    'TASK-14: decides for a tool whose tasks are %s, if tools can run as tasks (%s), whether it runs as one: %s',
    (taskSupport, canCall, expected) => {
      const tool = { taskSupport } as ToolView
      expect(isCalledAsTask(tool, { form: 'core', canCall, canCancel: true, canList: true })).toBe(expected)
      expect(isCalledAsTask(tool, null)).toBe(false)
      expect(isCalledAsTask(undefined, { form: 'core', canCall, canCancel: true, canList: true })).toBe(false)
    }
  )
})

describe('the reason why a task failed', () => {
  it.each<[string, string | null, unknown, string | null]>([
    ['includes the message of its error', 'Odd.', 'No shovel.', 'Odd.: No shovel.'],
    ['has equal messages once', 'No shovel.', 'No shovel.', 'No shovel.'],
    ['is the status message without an error', 'Odd.', '', 'Odd.'],
    ['ignores messages that are not texts', 'Odd.', 7, 'Odd.'],
    ['is null without any message', null, null, null]
  ])('%s', (_how, status, message, expected) => {
    expect(readTaskReason(status, message)).toBe(expected)
  })

  it('has a code if the server sent one', () => {
    expect(readTaskErrorData({ code: -32_000 })).toEqual({ rpcCode: -32_000 })
    expect(readTaskErrorData({ code: 'x' })).toEqual({})
    expect(readTaskErrorData(null)).toEqual({})
  })
})
