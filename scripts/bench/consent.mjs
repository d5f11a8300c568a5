/**
 * How long the consent gate takes to decide, and how often it asks on a scripted day of 200 calls against asking each
 * time. The day: eight conversations on two projects; 60 % reads in folders that are granted with the first of them,
 * 30 % writes, which are granted by name for one conversation and folder, 10 % tools that are used once.
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
  const day = await countQuestions(core)
  return [
    figure({ name: 'consent by grant, p99', unit: 'µs', ours: rows.granted, theirs: limit, budget: 1 }),
    figure({ name: 'consent to question, p99', unit: 'µs', ours: rows.asked, theirs: limit, budget: 1 }),
    figure({
      name: 'questions a day of 200',
      unit: 'asked',
      ours: [day.asked],
      theirs: [day.calls],
      budget: 0.3
    })
  ]
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

/** 99th percentile in microseconds, with many grants held and many tools known. */
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
    const controller = new AbortController()
    const start = performance.now()
    const decision = gate.decideToolCall(request, controller.signal)
    if (isGranted) await decision
    times.push((performance.now() - start) * 1_000)
    controller.abort()
    await decision
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]
}

const reads = ['read_file', 'list_folder', 'search_files'].map((name) =>
  tool('files', name, { readOnlyHint: true })
)
const writes = ['write_file', 'edit_file'].map((name) => tool('files', name, { destructiveHint: true }))
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

async function countQuestions(core) {
  const gate = await openGate(core, [...reads, ...writes, ...seldom])
  let asked = 0
  const calls = dayOfCalls()
  for (const { kind, index, conversationId, project, path } of calls) {
    const among = { read: reads, write: writes, new: seldom }[kind]
    const wanted = kind === 'new' ? among[Math.floor(index / 10)] : among[index % among.length]
    const decision = gate.decideToolCall(
      requestOf(wanted, conversationId, path),
      new AbortController().signal
    )
    const [question] = gate.questions()
    if (question !== undefined) {
      asked += 1
      const conditions = [{ type: 'path-below', pointer: '/path', folder: project }]
      const answers = {
        read: { decision: 'allow-always', conditions },
        write: { decision: 'allow-conversation', conditions },
        new: { decision: 'allow-once' }
      }
      await gate.answer(question.id, { type: 'tool-call', ...answers[kind] })
    }
    await decision
  }
  return { asked, calls: calls.length }
}
