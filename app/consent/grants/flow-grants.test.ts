import { describe, expect, it } from 'vitest'
import type { ToolCallQuestion } from '../../contract/consents'
import type { DataFlow, TextOrigin } from '../../contract/flows'
import { grantScopes } from '../../contract/consents'
import { areFlowsCovered, flowsToGrant } from './flow-grants'
import { judgeToolCall } from './policy'

const calendar = { type: 'tool', serverName: 'calendar', toolName: 'get_events' } as const
const page = { type: 'resource', serverName: 'files', uri: 'file:///a' } as const
const secret = { type: 'secret', kind: 'an API key' } as const
const flow = (origin: TextOrigin): DataFlow => ({ path: '/a', start: 0, end: 12, excerpt: 'x', origin })
const ask = (...origins: TextOrigin[]): Pick<ToolCallQuestion, 'toolName' | 'flows'> => ({
  toolName: 'run',
  flows: origins.map(flow)
})

describe('flows of text that a permission covers', () => {
  it('SEC-02: are those from the very origin to the very tool', () => {
    const granted = flowsToGrant(ask(calendar, page))
    const isCovered = (toolName: string, origin: TextOrigin) =>
      areFlowsCovered(granted, { toolName, flows: [flow(origin)] })
    expect(isCovered('run', calendar)).toBe(true)
    expect(isCovered('run', page)).toBe(true)
    expect(isCovered('delete', calendar)).toBe(false)
    expect(isCovered('run', { ...calendar, toolName: 'search' })).toBe(false)
    expect(isCovered('run', { ...calendar, serverName: 'mail' })).toBe(false)
    expect(isCovered('run', { ...page, uri: 'file:///b' })).toBe(false)
    expect(isCovered('run', { type: 'prompt', serverName: 'calendar', name: 'get_events' })).toBe(false)
  })

  it('must all be covered; without any there is nothing to cover', () => {
    const flows = [flow(calendar), flow(page)]
    expect(areFlowsCovered(flowsToGrant(ask(calendar)), { toolName: 'run', flows })).toBe(false)
    expect(areFlowsCovered(undefined, { toolName: 'run', flows: [] })).toBe(true)
    expect(areFlowsCovered(undefined, { toolName: 'run', flows: undefined })).toBe(true)
  })

  it('SEC-16: never hold a secret', () => {
    expect(flowsToGrant(ask(secret))).toEqual([])
    const granted = [{ toolName: 'run', origin: secret }]
    expect(areFlowsCovered(granted, { toolName: 'run', flows: [flow(secret)] })).toBe(false)
  })

  it('keep those of an earlier grant, each once', () => {
    const earlier = flowsToGrant(ask(calendar))
    expect(flowsToGrant(ask(calendar, page), earlier)).toEqual([
      { toolName: 'run', origin: calendar },
      { toolName: 'run', origin: page }
    ])
  })
})

describe('a call that carries text from elsewhere', () => {
  it.each(grantScopes)(
    'SEC-01 SEC-02: asks under a grant (%s), unless that very flow was granted',
    (scope) => {
      const isForTool = scope === 'always' || scope === 'conversation'
      const grant = {
        id: 'g',
        scope,
        serverName: 's',
        toolName: isForTool ? 'run' : null,
        conversationId: scope === 'always' || scope === 'read-only' ? null : 'c',
        conditions: [],
        usesLeft: null,
        definitionHash: isForTool ? 'h' : '',
        coveredTools: isForTool ? {} : { run: 'h' },
        serverFingerprint: 'f',
        createdAt: 1
      }
      const judge = (flows: readonly DataFlow[], granted = flowsToGrant(ask())) =>
        judgeToolCall([{ ...grant, flows: granted }], {
          conversationId: 'c',
          serverName: 's',
          toolName: 'run',
          definitionHash: 'h',
          effect: 'read-only',
          arguments: {},
          flows,
          serverFingerprint: 'f',
          now: 1_000,
          forbiddenScopes: []
        })
      expect(judge([])).toMatchObject({ type: 'allow' })
      expect(judge([flow(calendar)])).toMatchObject({ type: 'ask', obstacle: { type: 'flow' } })
      expect(judge([flow(calendar)], flowsToGrant(ask(calendar)))).toMatchObject({ type: 'allow' })
      expect(judge([flow(page)], flowsToGrant(ask(calendar)))).toMatchObject({ type: 'ask' })
      const unread = { type: 'unread' } as const
      for (const origin of [secret, unread]) {
        expect(judge([flow(origin)], flowsToGrant(ask(origin)))).toMatchObject({ type: 'ask' })
      }
    }
  )

  it('tells descriptions and instructions of a server apart', () => {
    const tool = { type: 'definition', serverName: 'weather', toolName: 'get' } as const
    const granted = flowsToGrant(ask(tool))
    expect(areFlowsCovered(granted, { toolName: 'run', flows: [flow(tool)] })).toBe(true)
    const server = flow({ ...tool, toolName: null })
    expect(areFlowsCovered(granted, { toolName: 'run', flows: [server] })).toBe(false)
  })
})
