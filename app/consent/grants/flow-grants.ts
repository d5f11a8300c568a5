/**
 * Which flows of text into a call a permission takes in. Each is granted by itself: from one origin to one tool. What
 * looks like a secret is asked about every time.
 */
import type { Grant, ToolCallQuestion } from '../../contract/consents'
import type { DataFlow, GrantedFlow, TextOrigin } from '../../contract/flows'

/** Of one grant; beyond, the oldest are asked about again. */
const mostFlows = 100

/** Each flow must have been granted; without any there is nothing to grant. */
export function areFlowsCovered(
  granted: Grant['flows'],
  { toolName, flows }: { readonly toolName: string; readonly flows: readonly DataFlow[] | undefined }
): boolean {
  const covered = new Set(granted?.map(keyOf))
  return (flows ?? []).every(({ origin }) => canBeGranted(origin) && covered.has(keyOf({ toolName, origin })))
}

/** With those that an earlier grant of the same reach for the same definitions holds. */
export function flowsToGrant(
  { toolName, flows = [] }: Pick<ToolCallQuestion, 'toolName' | 'flows'>,
  earlier: Grant['flows'] = []
): GrantedFlow[] {
  const added = flows.filter(({ origin }) => canBeGranted(origin)).map(({ origin }) => ({ toolName, origin }))
  return [...new Map([...earlier, ...added].map((flow) => [keyOf(flow), flow])).values()].slice(-mostFlows)
}

/** A secret, and what was not looked into, are asked about every time. */
function canBeGranted({ type }: TextOrigin): boolean {
  return type !== 'secret' && type !== 'unread'
}

function keyOf({ toolName, origin }: GrantedFlow): string {
  return JSON.stringify([toolName, ...originKey(origin)])
}

function originKey(origin: TextOrigin): readonly string[] {
  switch (origin.type) {
    case 'tool':
      return ['tool', origin.serverName, origin.toolName]
    case 'resource':
      return ['resource', origin.serverName, origin.uri]
    case 'prompt':
      return ['prompt', origin.serverName, origin.name]
    case 'definition':
      return ['definition', origin.serverName, ...(origin.toolName === null ? [] : [origin.toolName])]
    case 'secret':
      return ['secret', origin.kind]
    case 'unread':
      return ['unread']
  }
}
