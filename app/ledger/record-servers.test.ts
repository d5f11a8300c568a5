/** Tool calls between the activity log and the gateway that sends them. */
import { beforeEach, expect, it } from 'vitest'
import type { McpGateway, ToolCallRequest } from '../mcp/interface'
import type { LedgerDraft } from './interface'
import { recordServers, type RecordedServers } from './record-servers'

let sent: ToolCallRequest[]
let drafts: LedgerDraft[]
let permission: string | null | undefined
let servers: RecordedServers

beforeEach(() => {
  sent = []
  drafts = []
  permission = undefined
  const callTool = async (request: ToolCallRequest) => (sent.push(request), { type: 'cancelled' })
  servers = recordServers({ clients: { callTool } } as unknown as McpGateway, {
    ledger: { record: (draft) => drafts.push(draft) },
    decisions: { note: () => {}, take: () => expect.fail('nothing was requested') },
    placeOf: (callId) => ({ conversationId: 'conversation', messageId: 'message', callId }),
    permissionOf: () => permission,
    prepare: (launch) => launch
  })
})

const request: ToolCallRequest = {
  callId: 'call',
  connectionId: 'connection',
  serverName: 'files',
  toolName: 'write',
  arguments: { path: 'a' },
  task: null,
  timeoutMs: 1_000,
  maxTotalTimeoutMs: 1_000
}
const callTool = (given: ToolCallRequest) => servers.gateway.clients.callTool(given)

it('refuses a call that was not recorded', async () => {
  await expect(callTool(request)).rejects.toThrow('was not recorded')
  servers.recordCall(request)
  await expect(callTool({ ...request, toolName: 'delete' })).rejects.toThrow('was not recorded')
  expect(sent).toEqual([])
})

it('sends a recorded call once', async () => {
  servers.recordCall(request)
  await callTool(request)
  await expect(callTool(request)).rejects.toThrow('was not recorded')
  expect(sent).toEqual([request])
  const place = { conversationId: 'conversation', messageId: 'message', callId: 'call' }
  expect(drafts).toEqual([
    {
      ...place,
      recipientType: 'server',
      recipient: 'files',
      kind: 'tool call',
      subject: 'write',
      content: { path: 'a' },
      decision: { by: 'person', detail: null }
    }
  ])
})

it.each([['id'], [null]])('records the permission that allowed the call (%s)', (id) => {
  permission = id
  servers.recordCall(request)
  expect(drafts[0]?.decision).toEqual({ by: 'grant', detail: id })
})

it('follows a task without a record, because that sends no call', async () => {
  const task = {
    taskId: 't',
    status: 'working',
    statusMessage: null,
    pollIntervalMs: null,
    ttlMs: null
  } as const
  await callTool({ ...request, task: task as unknown as ToolCallRequest['task'] })
  expect(sent).toHaveLength(1)
  expect(drafts).toEqual([])
})
