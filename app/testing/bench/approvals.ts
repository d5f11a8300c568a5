/** In-memory `Approvals`, its tools, and requests as a turn would make them. */
import type { Approvals, KnownTool } from '../../consent/interface'
import { createKnownTools } from '../../consent/tools/known-tools'
import type { JsonObject } from '../../contract/json'
import type { StoredGrant } from '../../history/interface'
import { createForgetfulApprovals, forgetfulHistory } from '../forgetful-approvals'

export type ToolRequest = Parameters<Approvals['decideToolCall']>[0]

export function tool(serverName: string, name: string, annotations: KnownTool['annotations']): KnownTool {
  return {
    serverName,
    name,
    title: null,
    description: `Does ${name} for the bench.`,
    annotations,
    inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
    outputSchema: null,
    definitionHash: `${serverName}/${name}`
  }
}

export async function openApprovals(
  tools: readonly KnownTool[],
  grants: readonly StoredGrant[] = []
): Promise<Approvals> {
  const serverNames = [...new Set(tools.map(({ serverName }) => serverName))]
  const gate = createForgetfulApprovals({
    history: { ...forgetfulHistory, listGrants: async () => [...grants] },
    now: Date.now,
    tools: createKnownTools({ list: () => tools, serverNames: () => serverNames })
  })
  await gate.load()
  return gate
}

export function createToolRequest(wanted: KnownTool, conversationId: string, args: JsonObject): ToolRequest {
  return {
    conversationId,
    callId: 'call',
    turnId: 'turn',
    serverName: wanted.serverName,
    toolName: wanted.name,
    toolTitle: wanted.title,
    toolDescription: wanted.description,
    annotations: wanted.annotations,
    inputSchema: wanted.inputSchema,
    outputSchema: wanted.outputSchema,
    arguments: args,
    requestedBy: 'bench',
    readFrom: [],
    definitionHash: wanted.definitionHash
  }
}
