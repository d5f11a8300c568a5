/**
 * The names of all calls and events between the host and the clients. Code that forwards calls and events (a port, a
 * gateway, a set of listeners) is written once for all of them. `interface.ts` documents them.
 */
import type { McpClients, McpEvents } from '../interface'

export type Method = keyof McpClients
export type GatewayEventName = keyof McpEvents

type AnyMethod = (...input: readonly unknown[]) => Promise<unknown>
type AnyListener = (news: unknown) => void

const methods = namesOf<Method>({
  inspectProgram: true,
  readSandbox: true,
  updatePackage: true,
  measureHome: true,
  clearHome: true,
  renameHome: true,
  removeHome: true,
  examineProgram: true,
  connect: true,
  disconnect: true,
  openBridge: true,
  closeBridge: true,
  callTool: true,
  sendWritten: true,
  checkWritten: true,
  listMethods: true,
  cancelCall: true,
  keepWaiting: true,
  answerRequest: true,
  stopExchange: true,
  answerChallenge: true,
  answerReach: true,
  setHosts: true,
  setRoots: true,
  setLogLevel: true,
  setTracing: true,
  findMessages: true,
  locateMessage: true,
  listMessageNames: true,
  readMessage: true,
  exportMessages: true,
  forgetMessages: true,
  readDefinitions: true,
  checkArguments: true,
  expandTemplate: true,
  readIcon: true,
  refreshTools: true,
  listResources: true,
  readResource: true,
  subscribeResource: true,
  unsubscribeResource: true,
  listPrompts: true,
  getPrompt: true,
  complete: true,
  listTasks: true,
  shutdown: true
})

export const eventNames = namesOf<GatewayEventName>({
  connectionClosed: true,
  installing: true,
  toolsChanging: true,
  toolsChanged: true,
  resourcesChanged: true,
  promptsChanged: true,
  resourceUpdated: true,
  limitNear: true,
  taskChanged: true,
  answeredLate: true,
  requested: true,
  foldersTold: true,
  exchangeChanged: true,
  requestRefused: true,
  challenged: true,
  networkAccessRequested: true,
  hostReached: true,
  fileAccessed: true,
  limitExceeded: true,
  requestWithdrawn: true,
  elicitationCompleted: true,
  traced: true,
  messagesChanged: true,
  progressed: true,
  logged: true
})

/** Takes a record, because a record with a missing or an additional name doesn't compile. */
function namesOf<Name extends string>(names: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(names) as Name[]
}

/** Creates clients whose methods all call `run` with their name and input. */
export function createClients(
  run: (method: Method, input: readonly unknown[]) => Promise<unknown>
): McpClients {
  const entries = methods.map((method) => [method, (...input: readonly unknown[]) => run(method, input)])
  return Object.fromEntries(entries) as unknown as McpClients
}

/** Calls the method of an object with that interface, here or at the other end of the port. */
export function runMethod(target: object, method: Method, input: readonly unknown[]): Promise<unknown> {
  return (target as Record<Method, AnyMethod>)[method](...input)
}

/** Creates listeners that all call `tell` with their name and event. */
export function createListeners(tell: (name: GatewayEventName, news: unknown) => void): McpEvents {
  return Object.fromEntries(
    eventNames.map((name) => [name, (news: unknown) => tell(name, news)])
  ) as unknown as McpEvents
}

export function notifyListener(events: Partial<McpEvents>, name: GatewayEventName, news: unknown): void {
  const listeners = events as unknown as Partial<Record<GatewayEventName, AnyListener>>
  listeners[name]?.(news)
}
