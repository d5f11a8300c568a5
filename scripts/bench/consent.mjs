/**
 * How long the consent gate takes to decide, and how often it asks on a scripted day of 200 calls against asking each
 * time. The day: eight conversations on two projects; 60 % reads in folders that are granted with the first of them,
 * 30 % writes, which are granted by name for one conversation and folder, 10 % tools that are used once. On a second
 * day like it a third of the writes takes what was read to another server, which is asked about for each origin.
 */
import { figure } from './statistics.mjs'

const limitMicroseconds = 1_000
const grantsHeld = 500
const toolsKnown = 1_000
const decisionsARun = 3_000

export async function measureConsent(core, { runs }) {
  const rows = { granted: [], asked: [] }
  for (let run = 0; run <= runs; run++) {
    const granted = await timeDecisions(core, { isGranted: true })
    const asked = await timeDecisions(core, { isGranted: false })
    if (run === 0) continue // it warms the code up
    rows.granted.push(granted)
    rows.asked.push(asked)
  }
  const limit = rows.granted.map(() => limitMicroseconds)
  const day = await countQuestions(core, { isShared: false })
  const sharedDay = await countQuestions(core, { isShared: true })
  return [
    figure({ name: 'consent by grant, p99', unit: 'µs', ours: rows.granted, theirs: limit, budget: 1 }),
    figure({ name: 'consent to question, p99', unit: 'µs', ours: rows.asked, theirs: limit, budget: 1 }),
    questionsFigure('questions a day of 200', day),
    questionsFigure('questions, text passed on', sharedDay)
  ]
}

function questionsFigure(name, { asked, calls }) {
  return figure({ name, unit: 'asked', ours: [asked], theirs: [calls], budget: 0.3 })
}

function tool(serverName, name, annotations) {
  const definition = {
    title: null,
    description: `Does ${name} for the bench.`,
    annotations,
    inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
    outputSchema: null
  }
  return { ...definition, serverName, name, definitionHash: `${serverName}/${name}` }
}

async function openGate(
  { createConsentGate, createKnownTools, skeletonOf, silentLogger },
  tools,
  grants = []
) {
  let ids = 0
  const servers = [...new Set(tools.map(({ serverName }) => serverName))]
  const gate = createConsentGate({
    history: {
      listGrants: async () => grants,
      saveGrant: async () => {},
      deleteGrant: async () => {},
      listTrust: async () => [],
      saveTrust: async () => {},
      deleteTrust: async () => {},
      listPins: async () => [],
      savePins: async () => {}
    },
    now: Date.now,
    newId: () => `id-${++ids}`,
    checkArguments: async () => [],
    tools: createKnownTools({ list: () => tools, serverNames: () => servers, skeletonOf }),
    log: silentLogger
  })
  await gate.load()
  return gate
}

const requestOf = (wanted, conversationId, path) => ({
  conversationId,
  callId: 'call',
  serverName: wanted.serverName,
  toolName: wanted.name,
  toolTitle: wanted.title,
  toolDescription: wanted.description,
  annotations: wanted.annotations,
  inputSchema: wanted.inputSchema,
  outputSchema: wanted.outputSchema,
  arguments: { path },
  requestedBy: 'bench',
  definitionHash: wanted.definitionHash
})

/**
 * 99th percentile in microseconds, with many grants held and many tools known. Each decision counts with the better of
 * two times: the figure is about the decision, not about what else the machine does.
 */
async function timeDecisions(core, { isGranted }) {
  const tools = Array.from({ length: toolsKnown }, (_, index) =>
    tool(`server-${index % 20}`, `tool_${index}`, {})
  )
  const grants = tools.slice(0, grantsHeld).map(({ serverName, name, definitionHash }, index) => ({
    id: `g${index}`,
    scope: 'always',
    serverName,
    toolName: name,
    conversationId: null,
    conditions: [{ type: 'path-below', pointer: '/path', folder: '/home/ada/projects/parley' }],
    usesLeft: null,
    definitionHash,
    coveredTools: {},
    serverFingerprint: null,
    createdAt: index
  }))
  const gate = await openGate(core, tools, grants)
  const path = isGranted ? '/home/ada/projects/parley/src/../notes/a.md' : '/home/ada/.ssh/id_rsa'
  const times = []
  for (let index = 0; index < decisionsARun; index++) {
    const request = requestOf(tools[index % grantsHeld], 'c', path)
    const first = await timeDecision(gate, request, isGranted)
    times.push(Math.min(first, await timeDecision(gate, request, isGranted)))
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]
}

/** Microseconds until the call may go on, or until its question stands. */
async function timeDecision(gate, request, isGranted) {
  const controller = new AbortController()
  const start = performance.now()
  const decision = gate.decideToolCall(request, controller.signal)
  if (isGranted) await decision
  const time = (performance.now() - start) * 1_000
  controller.abort()
  await decision
  return time
}

const reads = ['read_file', 'list_folder', 'search_files'].map((name) =>
  tool('files', name, { readOnlyHint: true })
)
const writes = ['write_file', 'edit_file'].map((name) => tool('files', name, { destructiveHint: true }))
const comment = tool('tracker', 'add_comment', { destructiveHint: false })
const seldom = Array.from({ length: 20 }, (_, index) => tool('web', `fetch_${index}`, {}))

/** In the same order every time, and mixed. */
function dayOfCalls() {
  return Array.from({ length: 200 }, (_, index) => {
    const conversation = Math.floor(index / 25)
    const project = `/home/ada/projects/${conversation % 2 === 0 ? 'parley' : 'garden'}`
    const place = index % 10
    const kind = place === 9 ? 'new' : place % 3 === 2 ? 'write' : 'read'
    const path = `${project}/part-${index % 7}/file-${index}.md`
    return { kind, index, conversationId: `c${conversation}`, project, path }
  })
}

function toolOf({ kind, index }, { isShared }) {
  if (kind === 'new') return seldom[Math.floor(index / 10)]
  if (kind === 'read') return reads[index % reads.length]
  return isShared && index % 3 === 0 ? comment : writes[index % writes.length]
}

/** What was read goes into what is written, as on a real day: which of it comes from elsewhere is looked for. */
async function countQuestions(core, day) {
  const gate = await openGate(core, [...reads, ...writes, comment, ...seldom])
  const provenance = core.createProvenance()
  const conversations = new Map()
  let asked = 0
  for (const made of dayOfCalls()) {
    const messages = conversations.get(made.conversationId) ?? []
    conversations.set(made.conversationId, messages)
    const wanted = toolOf(made, day)
    const args = argumentsOf(made, { wanted, messages })
    const request = { ...requestOf(wanted, made.conversationId, made.path), arguments: args }
    const { conversationId } = made
    const flows = await provenance.findFlows({
      conversationId,
      messages,
      definitions: [],
      tool: wanted,
      arguments: args
    })
    const decision = gate.decideToolCall(
      flows.length === 0 ? request : { ...request, flows },
      new AbortController().signal
    )
    const [question] = gate.questions()
    if (question !== undefined) {
      asked += 1
      await gate.answer(question.id, { type: 'tool-call', ...answerOf(made, { wanted, flows }) })
    }
    await decision
    if (made.kind === 'read') messages.push(resultOf(made, wanted))
  }
  return { asked, calls: dayOfCalls().length }
}

/** The person is careful: folders for reads, folders and one conversation for writes, and once for what is new. */
function answerOf({ kind, project }, { wanted, flows }) {
  if (kind === 'new') return { decision: 'allow-once' }
  const decision = kind === 'read' ? 'allow-always' : 'allow-conversation'
  const conditions = wanted === comment ? [] : [{ type: 'path-below', pointer: '/path', folder: project }]
  return { decision, conditions, ...(flows.length > 0 && { flow: true }) }
}

const textOf = (index) => `Line ${index} of the notes says that bed ${index * 7} is for beans this year.`

function argumentsOf({ kind, index, path }, { wanted, messages }) {
  if (kind === 'new') return { url: `https://garden.example/plants/${index}` }
  if (kind === 'read') return { path }
  const last = messages.at(-1)?.parts[0].content[0].text ?? ''
  return wanted === comment
    ? { issue: 'beds', text: `See this: ${last}` }
    : { path, content: `# Beds\n${last}` }
}

function resultOf({ index, path }, { serverName, name }) {
  const content = [{ type: 'text', text: textOf(index) }]
  const ended = { state: 'done', content, structuredContent: null, failure: null }
  const part = { type: 'tool-call', step: 0, callId: `call-${index}`, serverName, toolName: name }
  return {
    id: `m${index}`,
    position: index,
    role: 'assistant',
    parts: [{ ...part, arguments: { path }, ...ended }]
  }
}
