/**
 * A scripted day of 200 calls: eight conversations on two projects; 60 % reads in folders that are allowed with the
 * first of them, 30 % writes, which are allowed by name for one conversation and folder, 10 % tools that are used once.
 * On a `shared` day, a third of the writes sends read text to another server. On a day with flows, every call also
 * returns text, so that each conversation has the text of all servers. On a day with a sandbox, the network servers
 * have no hosts in their entries, and request each at its first use.
 */
import { NetworkAdmission } from '../../sandbox/network/admission'
import type { AskForNetworkAccess } from '../../sandbox/network/admission'
import type { Approvals, KnownTool } from '../../consent/interface'
import type { QuestionAnswer } from '../../contract/questions/questions'
import type { Message } from '../../contract/conversations'
import type { JsonObject } from '../../contract/json'
import { serversRead } from '../../conversation/context/servers-read'
import { createProvenance } from '../../provenance/provenance'
import { called, createTestMessage } from '../../provenance/testing/sample-messages'
import { openApprovals, createToolRequest, tool } from './approvals'

interface Day {
  /** A third of the writes goes to another server. */
  readonly isShared: boolean
  /** Whether calls other than reads return text too. */
  readonly doAllAnswer: boolean
  readonly isContained?: boolean
}

interface PlannedCall {
  readonly kind: 'read' | 'write' | 'new'
  readonly index: number
  readonly conversationId: string
  readonly project: string
  readonly path: string
}

const callsADay = 200
const read = tool('files', 'read_file', { readOnlyHint: true })
const reads = [
  read,
  ...['list_folder', 'search_files'].map((name) => tool('files', name, { readOnlyHint: true }))
]
const write = tool('files', 'write_file', { destructiveHint: true })
const edit = tool('files', 'edit_file', { destructiveHint: true })
const comment = tool('tracker', 'add_comment', { destructiveHint: false })
const seldom = Array.from({ length: callsADay / 10 }, (_, index) => tool('web', `fetch_${index}`, {}))

/** The read text becomes part of the written text, as on a real day: Parley searches for its source. */
export async function countQuestions(
  day: Day
): Promise<{ asked: number; calls: number; hostsAsked: number }> {
  const gate = await openApprovals([...reads, write, edit, comment, ...seldom])
  const provenance = createProvenance()
  const conversations = new Map<string, Message[]>()
  let asked = 0
  const hosts = day.isContained === true ? watchHosts(gate) : null
  for (const planned of planDay()) {
    const { conversationId } = planned
    const messages = conversations.get(conversationId) ?? []
    conversations.set(conversationId, messages)
    const wanted = toolOf(planned, day)
    const args = argumentsOf(planned, wanted, messages)
    const call = { conversationId, messages, definitions: [], tool: wanted, arguments: args }
    const flows = await provenance.findFlows(call)
    const readFrom = serversRead([...messages, createTestMessage('assistant', [], planned.index)], 0)
    const request = {
      ...createToolRequest(wanted, conversationId, args),
      readFrom: readFrom.filter((name) => name !== wanted.serverName)
    }
    const deciding = gate.decideToolCall(
      flows.length === 0 ? request : { ...request, flows },
      new AbortController().signal
    )
    const [question] = gate.questions()
    if (question !== undefined) {
      asked += 1
      await gate.answer(question.id, answerOf(planned, wanted))
    }
    await deciding
    const host = hostOf(planned, wanted)
    if (host !== null) await hosts?.reach(wanted.serverName, host)
    if (planned.kind === 'read' || day.doAllAnswer) messages.push(resultOf(planned, wanted))
  }
  const hostsAsked = hosts?.asked() ?? 0
  return { asked: asked + hostsAsked, calls: callsADay, hostsAsked }
}

/** Twenty pages of three places, and a tracker. */
function hostOf({ index }: PlannedCall, { serverName }: KnownTool): string | null {
  if (serverName === 'tracker') return 'tracker.example'
  const place = ['garden', 'plants', 'weather'][index % 3] ?? 'garden'
  return serverName === 'web' ? `${place}.example` : null
}

/** The proxy with a user who allows the hosts that the server is for. */
function watchHosts(gate: Approvals) {
  const admissions = new Map<string, NetworkAdmission>()
  let asked = 0
  const askFor = (serverName: string): AskForNetworkAccess => {
    const listed: string[] = []
    return async ({ host, port }, signal) => {
      const request = { serverName, host, port, line: host, namedBy: [], calls: [], warnings: [] }
      const ofCall = { conversationId: null, callId: null, toolName: null }
      const deciding = gate.decideNetworkAccess({ ...request, ...ofCall }, signal)
      const question = gate.questions().find(({ type }) => type === 'reach')
      if (question !== undefined) {
        asked += 1
        await gate.answer(question.id, { type: 'reach', decision: 'allow-always' })
      }
      const isAllowed = (await deciding).type === 'always'
      if (isAllowed) listed.push(host)
      admissions.get(serverName)?.setHosts(listed)
      return { isAllowed, reason: '' }
    }
  }
  return {
    asked: () => asked,
    reach: async (serverName: string, host: string) => {
      const admission = admissions.get(serverName) ?? new NetworkAdmission([], askFor(serverName))
      admissions.set(serverName, admission)
      const { type } = await admission.admit({ host, port: 443 }, new AbortController().signal)
      if (type === 'refused') throw new Error(`${host} was not reached`)
    }
  }
}

/** In the same order every time, and mixed. */
function planDay(): readonly PlannedCall[] {
  return Array.from({ length: callsADay }, (_, index) => {
    const conversation = Math.floor(index / 25)
    const project = `/home/ada/projects/${conversation % 2 === 0 ? 'parley' : 'garden'}`
    const place = index % 10
    const kind = place === 9 ? 'new' : place % 3 === 2 ? 'write' : 'read'
    const path = `${project}/part-${index % 7}/file-${index}.md`
    return { kind, index, conversationId: `c${conversation}`, project, path }
  })
}

function toolOf({ kind, index }: PlannedCall, { isShared }: Day): KnownTool {
  if (kind === 'new') return seldom[Math.floor(index / 10)] ?? read
  if (kind === 'read') return reads[index % reads.length] ?? read
  if (isShared && index % 3 === 0) return comment
  return index % 2 === 0 ? write : edit
}

/**
 * A careful user: folders for reads, folders and one conversation for writes, and once for new tools. They share text
 * of others with the whole server whose files they read, and otherwise only with the tool that asks.
 */
function answerOf({ kind, project }: PlannedCall, wanted: KnownTool): QuestionAnswer {
  if (kind === 'new') return { type: 'tool-call', decision: 'allow-once' }
  const decision = kind === 'read' ? 'allow-always' : 'allow-conversation'
  const isBelow = { type: 'path-below', pointer: '/path', folder: project } as const
  const conditions = wanted === comment ? [] : [isBelow]
  return { type: 'tool-call', decision, conditions, flow: kind === 'read' ? 'server' : 'tool' }
}

const textOf = (index: number): string =>
  `Line ${index} of the notes says that bed ${index * 7} is for beans this year.`

function argumentsOf({ kind, index, path }: PlannedCall, wanted: KnownTool, messages: Message[]): JsonObject {
  if (kind === 'new') return { url: `https://garden.example/plants/${index}` }
  if (kind === 'read') return { path }
  const last = lastRead(messages)
  return wanted === comment
    ? { issue: 'beds', text: `See this: ${last}` }
    : { path, content: `# Beds\n${last}` }
}

function lastRead(messages: readonly Message[]): string {
  const [part] = messages.at(-1)?.parts ?? []
  const [block] = part?.type === 'tool-call' ? part.content : []
  return block?.type === 'text' ? block.text : ''
}

function resultOf({ index, path }: PlannedCall, { serverName, name }: KnownTool): Message {
  const more = { callId: `call-${index}`, toolName: name, arguments: { path } }
  return createTestMessage('assistant', [called(serverName, textOf(index), more)], index)
}
