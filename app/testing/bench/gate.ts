/** A consent gate that remembers in memory only, its tools, and requests as a turn would make them. */
import { silentLogger } from '../../base/logger'
import { createConsentGate } from '../../consent/gate/gate'
import type { ConsentGate, KnownTool } from '../../consent/interface'
import { createKnownTools } from '../../consent/tools/known-tools'
import type { JsonObject } from '../../contract/json'
import type { StoredGrant } from '../../history/interface'

export type ToolRequest = Parameters<ConsentGate['decideToolCall']>[0]

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

export async function openGate(
  tools: readonly KnownTool[],
  grants: readonly StoredGrant[] = []
): Promise<ConsentGate> {
  let ids = 0
  const nothing = async () => []
  const done = async () => {}
  const serverNames = [...new Set(tools.map(({ serverName }) => serverName))]
  const gate = createConsentGate({
    history: {
      listGrants: async () => [...grants],
      saveGrant: done,
      deleteGrant: done,
      listTrust: nothing,
      saveTrust: done,
      deleteTrust: done,
      listPins: nothing,
      savePins: done
    },
    now: Date.now,
    newId: () => `id-${++ids}`,
    checkArguments: nothing,
    tools: createKnownTools({ list: () => tools, serverNames: () => serverNames }),
    forbiddenScopes: () => [],
    lockFile: 'none',
    log: silentLogger
  })
  await gate.load()
  return gate
}

export function requestOf(wanted: KnownTool, conversationId: string, args: JsonObject): ToolRequest {
  return {
    conversationId,
    callId: 'call',
    serverName: wanted.serverName,
    toolName: wanted.name,
    toolTitle: wanted.title,
    toolDescription: wanted.description,
    annotations: wanted.annotations,
    inputSchema: wanted.inputSchema,
    outputSchema: wanted.outputSchema,
    arguments: args,
    requestedBy: 'bench',
    definitionHash: wanted.definitionHash
  }
}
