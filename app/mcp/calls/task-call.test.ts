/** Calls that become tasks, in the form of 2025-11-25 and in the extension of 2026-07-28. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fixture, installed, watchClients } from '../testing/watched-clients'
import type { WatchedClients } from '../testing/watched-clients'
import type { TaskView } from '../../contract/tool-calls'
import type { JsonObject } from '../../contract/json'
import type { ConnectionInfo, ToolCallRequest } from '../interface'
import { soon } from '../../testing/soon'

const textResult = (words: string) => ({ content: [{ type: 'text', text: words }], isError: false })

let watched: WatchedClients
beforeEach(() => {
  watched = watchClients()
})
afterEach(() => watched.clients.shutdown())

const statuses = () => watched.news('taskChanged').map(({ task }) => task.status)
const gets = () => watched.sent.filter(({ method }) => method === 'tasks/get')
const count = (method: string) => watched.methods().filter((sent) => sent === method).length

describe('tasks of the everything server', () => {
  it('TASK-01 TASK-03 TASK-04 TASK-08 SYS-05: creates, polls and reads the result of a tool that must run as a task', async () => {
    const info = await watched.startFile(installed('server-everything'), ['stdio'])
    expect(info.tools.find(({ name }) => name === 'simulate-research-query')?.taskSupport).toBe('required')
    const outcome = await watched.call(info, 'simulate-research-query', { topic: 'bees' })
    expect(JSON.stringify(outcome)).toContain('# Research Report: bees')
    const [created] = watched.sent.filter(({ method }) => method === 'tools/call')
    expect(created?.params?.['task']).toEqual({ ttl: expect.any(Number) as number })
    // The test sees an arbitrary one of its short stages, and its end.
    expect(watched.news('taskChanged')[0]?.task).toMatchObject({
      status: 'working',
      pollIntervalMs: 1_000,
      ttlMs: 300_000
    })
    expect(watched.news('taskChanged').length).toBeGreaterThan(2)
    expect(statuses().at(-1)).toBe('completed')
    expect(count('tasks/result')).toBe(1)
  })

  it('TASK-07 TASK-13: shows the user the questions of a task as part of its call', async () => {
    const info = await watched.startFile(installed('server-everything'), ['stdio'])
    watched.answer = () => ({
      type: 'elicitation',
      action: 'accept',
      content: { interpretation: 'technical' }
    })
    const outcome = await watched.call(info, 'simulate-research-query', { topic: 'bees', ambiguous: true })
    expect(watched.asked()).toMatchObject([{ type: 'elicitation-form', callId: watched.lastCallId() }])
    expect(JSON.stringify(outcome)).toContain('bees (technical)')
    expect(statuses()).toContain('input_required')
    expect(statuses().at(-1)).toBe('completed')
  })

  it('TASK-11 CANC-11: cancels the task when the user stops the call, without `notifications/cancelled`', async () => {
    const info = await watched.startFile(installed('server-everything'), ['stdio'])
    const running = watched.call(info, 'simulate-research-query', { topic: 'bees' })
    await vi.waitFor(() => expect(watched.news('taskChanged').length).toBeGreaterThan(0), soon)
    await watched.clients.cancelCall(watched.lastCallId())
    expect(await running).toEqual({ type: 'cancelled' })
    await vi.waitFor(() => expect(statuses().at(-1)).toBe('cancelled'), soon)
    expect(count('tasks/cancel')).toBe(1)
    expect(count('notifications/cancelled')).toBe(0)
  })
})

it('TASK-15 TASK-16: runs sampling and a form as tasks for the everything server and answers later', async () => {
  const info = await watched.startFile(installed('server-everything'), ['stdio'])
  const names = () => (watched.news('toolsChanged').at(-1)?.tools ?? info.tools).map(({ name }) => name)
  await vi.waitFor(() => expect(names()).toContain('trigger-elicitation-request-async'), soon)
  watched.answer = (request) =>
    request.type === 'sampling'
      ? {
          type: 'sampling',
          result: { content: [{ type: 'text', text: 'Green' }], model: 'person', stopReason: 'endTurn' }
        }
      : { type: 'elicitation', action: 'decline', content: null }
  const sampled = await watched.call(info, 'trigger-sampling-request-async', { prompt: 'Which tea?' })
  expect(JSON.stringify(sampled)).toMatch(/COMPLETED.*Poll 1: completed.*Green/)
  const declined = await watched.call(info, 'trigger-elicitation-request-async')
  expect(JSON.stringify(declined)).toMatch(/\[DECLINED\].*Poll 1: completed/)
  expect(watched.asked()).toMatchObject([{ callId: 'call-2' }, { callId: 'call-3' }])
})

describe('tasks in the form of 2025-11-25', () => {
  let info: ConnectionInfo
  beforeEach(async () => {
    info = await watched.startFile(fixture('mcp-calls.mjs'), ['--tasks'])
  })
  const job = (args: JsonObject, more: Partial<ToolCallRequest> = {}) => watched.call(info, 'job', args, more)

  it('TASK-05 TASK-07: reports every state once, with its message', async () => {
    const outcome = await job({ states: ['working', 'working', 'input_required', 'working', 'completed'] })
    expect(outcome).toMatchObject(textResult('the work is done'))
    expect(watched.news('taskChanged').map(({ task }) => task.statusMessage)).toEqual([
      'Begun',
      'It is working',
      'It is input_required',
      'It is working',
      'It is completed'
    ])
    const known = { taskId: 'task-1', pollIntervalMs: 100, ttlMs: 3_600_000 }
    for (const { task } of watched.news('taskChanged')) expect(task).toMatchObject(known)
  })

  it('TASK-06: polls no faster than the server wants', async () => {
    await job({ states: ['working', 'working', 'completed'], pollInterval: 400 })
    const times = watched.sentAt.filter((_, index) => watched.sent[index]?.method === 'tasks/get')
    expect(times).toHaveLength(3)
    for (const [index, at] of times.slice(1).entries())
      expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(395)
  })

  it("TASK-02: creates no task if the server can't run tool calls as tasks", async () => {
    const plain = await watched.startFile(fixture('mcp-calls.mjs'))
    for (const name of ['job', 'may-be-a-job', 'never-a-job']) {
      expect(await watched.call(plain, name, { states: ['completed'] })).toMatchObject(
        textResult('ran at once')
      )
    }
    expect(watched.news('taskChanged')).toEqual([])
  })

  it("TASK-10: reads all pages of the server's tasks if it can list them", async () => {
    await job({ states: ['completed'] })
    expect(await watched.clients.listTasks(info.connectionId)).toEqual([])
    expect(count('tasks/list')).toBe(0)
    const listing = await watched.startFile(fixture('mcp-calls.mjs'), ['--tasks', '--list=yes'])
    for (const states of [['completed'], ['failed'], ['working', 'completed']])
      await watched.call(listing, 'job', { states })
    expect(await watched.clients.listTasks(listing.connectionId)).toEqual(
      ['completed', 'failed', 'completed'].map((status, index) => ({
        taskId: `task-${index + 1}`,
        status,
        statusMessage: 'Begun',
        createdAt: '2026-01-01T00:00:00Z',
        pollIntervalMs: 100,
        ttlMs: expect.any(Number) as number
      }))
    )
    expect(
      watched.sent.flatMap(({ method, params }) => (method === 'tasks/list' ? [params?.['cursor']] : []))
    ).toEqual([undefined, '1', '2'])
  })

  it('TASK-14: creates tasks only for tools that support them', async () => {
    const supports = info.tools.map(({ name, taskSupport }) => [name, taskSupport])
    expect(Object.fromEntries(supports)).toMatchObject({
      job: 'required',
      'may-be-a-job': 'optional',
      'never-a-job': 'forbidden',
      get_weather: 'forbidden'
    })
    const args = { states: ['completed'] }
    expect(await watched.call(info, 'may-be-a-job', args)).toMatchObject(textResult('the work is done'))
    expect(await watched.call(info, 'never-a-job', args)).toMatchObject(textResult('ran at once'))
  })

  it('TASK-07: says why a task failed, and that the server cancelled one', async () => {
    expect(await job({ states: ['failed'], message: 'No room left' })).toMatchObject({
      type: 'failed',
      failure: {
        code: 'TOOL_ERROR',
        message: 'The task of “job” failed: No room left: the disk is full',
        data: { rpcCode: -32_603 }
      }
    })
    expect(await job({ states: ['cancelled'] })).toMatchObject({
      type: 'failed',
      failure: { code: 'TOOL_ERROR', message: 'The server cancelled the task of “job”: It is cancelled' }
    })
    expect(await job({ states: ['cancelled'], message: '' })).toMatchObject({
      failure: { code: 'TOOL_ERROR', message: 'The server cancelled the task of “job”.' }
    })
  })

  it('TASK-12: accepts status notifications and works without them', async () => {
    const outcome = await job({ states: ['completed'], pollInterval: 60_000, announce: true })
    expect(outcome).toMatchObject(textResult('the work is done'))
    expect(gets()).toEqual([])
  })

  it('PROG-01: reports progress while the task runs', async () => {
    await job({ states: ['working', 'completed'], progress: 7 })
    expect(watched.news('progressed')).toMatchObject([{ progress: { progress: 7 } }])
  })

  it('TASK-09: polls before the server would forget the task, also at a slow pace', async () => {
    const outcome = await job({ states: ['completed'], pollInterval: 60_000, ttl: 1_000 })
    expect(outcome).toMatchObject(textResult('the work is done'))
  })

  it('says that the server has forgotten the task', async () => {
    const message = expect.stringContaining('no longer has the task of “job”') as string
    expect(await job({ states: ['working', 'forgotten'] })).toMatchObject({
      type: 'failed',
      failure: { code: 'TOOL_ERROR', message, data: { rpcCode: -32_602 } }
    })
  })

  it('TIME-05 TASK-11: ends the call and cancels the task at a time limit', async () => {
    const outcome = await job({ states: ['working'] }, { maxTotalTimeoutMs: 500 })
    expect(outcome).toMatchObject({ failure: { code: 'TOOL_TIMEOUT' } })
    await vi.waitFor(
      () => expect(watched.news('taskChanged').at(-1)?.task.statusMessage).toBe('Stopped at your wish'),
      soon
    )
    expect(count('notifications/cancelled')).toBe(0)
  })

  it('CANC-11: cancels a task that the server creates after the call was stopped', async () => {
    const running = job({ states: ['working'], hold: 300 })
    await vi.waitFor(() => expect(count('tools/call')).toBe(1), soon)
    await watched.clients.cancelCall(watched.lastCallId())
    expect(await running).toEqual({ type: 'cancelled' })
    await vi.waitFor(() => expect(count('tasks/cancel')).toBe(1), soon)
    expect(count('notifications/cancelled')).toBe(0)
    expect(watched.news('answeredLate')).toEqual([])
  })

  it("sends no cancellation to a server that can't cancel tasks", async () => {
    const other = await watched.startFile(fixture('mcp-calls.mjs'), ['--tasks', '--cancel=no'])
    const outcome = await watched.call(other, 'job', { states: ['working'] }, { maxTotalTimeoutMs: 300 })
    expect(outcome).toMatchObject({ failure: { code: 'TOOL_TIMEOUT' } })
    await watched.call(other, 'get_weather')
    expect(count('tasks/cancel')).toBe(0)
  })
})

describe('tasks of the extension', () => {
  let info: ConnectionInfo
  const call = (toolName: string, args: JsonObject = {}, more: Partial<ToolCallRequest> = {}) =>
    watched.call(info, toolName, args, more)

  describe('over stdio', () => {
    beforeEach(async () => {
      info = await watched.startFile(fixture('mcp-task-extension.mjs'))
    })

    it('TASK-04 TASK-05: follows tasks, and takes immediate results', async () => {
      expect(info.protocolVersion).toBe('2026-07-28')
      expect(await call('at-once')).toMatchObject(textResult('ran at once'))
      expect(watched.news('taskChanged')).toEqual([])
      expect(await call('job', { gets: 3 })).toMatchObject(textResult('the work is done'))
      expect(watched.news('taskChanged').map(({ task }) => task.statusMessage)).toEqual([
        'Begun',
        'Step 1',
        'Step 2',
        null
      ])
      expect(statuses().at(-1)).toBe('completed')
      expect(count('tasks/result')).toBe(0)
    })

    it('TASK-07: shows the user a question of the task once and sends the answer', async () => {
      const running = call('ask')
      await vi.waitFor(() => expect(watched.asked()).toHaveLength(1), soon)
      await vi.waitFor(() => expect(gets().length).toBeGreaterThan(3), soon)
      expect(watched.asked()).toMatchObject([{ callId: watched.lastCallId(), message: 'Who is asking?' }])
      const content = { name: 'Ada' }
      const reply = { type: 'elicitation', action: 'accept', content } as const
      await watched.clients.answerRequest(watched.asked()[0]?.requestId ?? '', reply)
      expect(await running).toMatchObject(textResult('asked by Ada'))
      expect(count('tasks/update')).toBe(1)
    })

    it('reports why a task failed', async () => {
      expect(await call('fail')).toMatchObject({
        type: 'failed',
        failure: {
          code: 'TOOL_ERROR',
          message: 'The task of “fail” failed: The work could not be done: the disk is full',
          data: { rpcCode: -32_603 }
        }
      })
    })

    it('TASK-11 CANC-11: cancels the task instead of a request', async () => {
      const running = call('forever')
      await vi.waitFor(() => expect(gets().length).toBeGreaterThan(1), soon)
      await watched.clients.cancelCall(watched.lastCallId())
      expect(await running).toEqual({ type: 'cancelled' })
      await vi.waitFor(() => expect(statuses().at(-1)).toBe('cancelled'), soon)
      expect(count('tasks/cancel')).toBe(1)
      expect(count('notifications/cancelled')).toBe(0)
    })
  })

  describe('over HTTP, with a server that restarts', () => {
    let folder: string
    let child: ChildProcess | null = null
    beforeEach(async () => {
      folder = await mkdtemp(path.join(os.tmpdir(), 'parley tasks '))
    })
    afterEach(async () => {
      child?.kill('SIGKILL')
      await rm(folder, { recursive: true })
    })

    async function serve(port = 0): Promise<number> {
      const file = fileURLToPath(new URL('../../testing/servers/mcp-task-extension.mjs', import.meta.url))
      const args = [file, '--http', `--port=${port}`, `--store=${path.join(folder, 'tasks.json')}`]
      child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
      return Number(line.toString())
    }

    it('TASK-17: follows a task on a new connection to its result', async () => {
      const port = await serve()
      const url = `http://127.0.0.1:${port}/mcp`
      info = await watched.reach(url)
      const running = call('job', { gets: 8 })
      await vi.waitFor(() => expect(gets().length).toBeGreaterThan(2), soon)
      child?.kill('SIGKILL')
      expect(await running).toMatchObject({ type: 'failed', failure: { code: 'SERVER_RESTARTED' } })
      const { task } = watched.news('taskChanged').at(-1) as { task: TaskView }
      await serve(port)
      info = await watched.reach(url)
      expect(await call('job', { gets: 8 }, { task })).toMatchObject(textResult('the work is done'))
      expect(count('tools/call')).toBe(1)
    })

    it('TASK-17: reports a task that the server has lost', async () => {
      info = await watched.reach(`http://127.0.0.1:${await serve()}/mcp`)
      const view: TaskView = {
        taskId: 'gone',
        status: 'working',
        statusMessage: null,
        pollIntervalMs: null,
        ttlMs: null
      }
      const message = expect.stringContaining('no longer has the task') as string
      expect(await call('job', {}, { task: view })).toMatchObject({
        failure: { code: 'TOOL_ERROR', message }
      })
    })

    it("names the task's id in the headers of every request about it", async () => {
      info = await watched.reach(`http://127.0.0.1:${await serve()}/mcp`)
      // The official server denies requests whose Mcp-Name is not the id of the task.
      expect(await call('job', { gets: 2 })).toMatchObject(textResult('the work is done'))
    })
  })
})
