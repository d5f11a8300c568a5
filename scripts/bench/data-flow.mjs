/**
 * How long it takes to find out which text in the arguments of a call came from elsewhere, with 1 MB of results of four
 * servers in the conversation: arguments of 2 kB that carry one passage as it stands and one in base64. Every search
 * must find both. Each counts with the better of two, in time of the processor, so that the figure is about arguments and
 * not about what else the machine does. Reading the megabyte happens while results arrive and is told apart. Then calls
 * that cost most: how long each takes, and the longest time for which nothing else got its turn meanwhile.
 */
import { figure } from './statistics.mjs'

const limitMilliseconds = 5
/** Of the main process, in milliseconds. */
const longestStall = 50
const searchesARun = 300
const messageCount = 20
const charactersOfMessage = 52_000

export async function measureDataFlow({ createProvenance }, { runs }) {
  const rows = { found: [], read: [] }
  for (let run = 0; run <= runs; run++) {
    const { found, read } = await timeSearches(createProvenance())
    if (run === 0) continue // it warms the code up
    rows.found.push(found)
    rows.read.push(read)
  }
  const limit = rows.found.map(() => limitMilliseconds)
  return [
    figure({ name: 'data flow at 1 MB, p99', unit: 'ms', ours: rows.found, theirs: limit, budget: 1 }),
    figure({ name: 'reading 1 MB of results', unit: 'ms', ours: rows.read, theirs: limit, budget: null }),
    ...(await measureWorstCases(createProvenance, runs))
  ]
}

const tool = {
  serverName: 'shell',
  name: 'run',
  title: null,
  description: 'Runs a command.',
  inputSchema: {}
}

async function timeSearches(provenance) {
  const random = createRandom()
  const prose = createProse(random)
  const texts = Array.from({ length: messageCount }, () => prose(charactersOfMessage))
  const messages = texts.map((text, index) => toMessage([text], index))
  const search = (args) =>
    provenance.findFlows({ conversationId: 'c', messages, definitions: [], tool, arguments: args })
  const { time: read } = await timed(() => search({ nothing: '' }))
  const times = []
  for (let index = 0; index < searchesARun; index++) {
    const text = texts[index % messageCount]
    const at = Math.floor(random() * (charactersOfMessage - 100))
    const args = {
      body: `${prose(1_400)} ${text.slice(at, at + 40)} ${prose(600)}`,
      encoded: Buffer.from(text.slice(at + 40, at + 100)).toString('base64')
    }
    const tries = [await timed(() => search(args)), await timed(() => search(args))]
    const paths = new Set(tries[0].result.map(({ path }) => path))
    if (!paths.has('/body') || !paths.has('/encoded')) throw new Error('A passage was not found.')
    times.push(Math.min(...tries.map(({ time }) => time)))
  }
  return { read, found: times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] }
}

/** In milliseconds of the processor. */
async function timed(work) {
  const start = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(start)
  return { result, time: (user + system) / 1_000 }
}

/**
 * One call of each kind that costs most: its name, the texts of the conversation, its arguments.
 * @returns {[string, string[], object][]}
 */
function worstCases() {
  const random = createRandom()
  const prose = createProse(random)
  const bytes = Buffer.from(Array.from({ length: 750_000 }, () => Math.floor(random() * 256)))
  const text = prose(1_000_000)
  const inParts = Array.from({ length: 10 }, (_, part) => text.slice(part * 100_000, (part + 1) * 100_000))
  const passage = prose(200)
  let deep = prose(50)
  for (let level = 0; level < 2_000; level++)
    deep = level % 2 === 0 ? { [`key-${level}`]: deep } : [deep, level]
  return [
    ['arguments of 100 kB', inParts, { body: prose(100_000) }],
    ['arguments of 1 MB', inParts, { body: prose(1_000_000) }],
    ['1 MB of base64', inParts, { file: bytes.toString('base64') }],
    ['10,000 short sources', Array.from({ length: 10_000 }, () => prose(90)), { body: prose(2_000) }],
    ['the same passage 5,000 times', Array.from({ length: 5_000 }, () => passage), { body: passage }],
    ['one letter', ['a'.repeat(100_000)], { body: 'a'.repeat(100_000) }],
    ['eight letters over and over', ['abcdefgh'.repeat(12_000)], { body: 'abcdefgx'.repeat(12_000) }],
    ['deep arguments', inParts, { deep }],
    ['encoded five times over', inParts, { body: encodedOften(prose(20_000)) }],
    ['10,000 arguments', inParts, { list: Array.from({ length: 10_000 }, () => prose(40)) }]
  ]
}

function encodedOften(text) {
  let encoded = text
  for (let round = 0; round < 5; round++) encoded = Buffer.from(encoded).toString('base64')
  return encoded
}

/** The longest time for which nothing else got its turn: while reading, and while searching. */
async function measureWorstCases(createProvenance, runs) {
  const stalls = []
  const rows = []
  for (const [name, texts, args] of worstCases()) {
    const messages = toMessages(texts)
    const times = []
    for (let run = 0; run < Math.min(runs, 3); run++) {
      const provenance = createProvenance()
      const call = { conversationId: 'c', messages, definitions: [], tool, arguments: args }
      const stall = watchStalls()
      await provenance.learn('c', call)
      const { time } = await timed(() => provenance.findFlows(call))
      times.push({ time, stall: stall.end() })
    }
    const best = (key) => Math.min(...times.map((one) => one[key]))
    stalls.push(best('stall'))
    rows.push(
      figure({
        name: `search: ${name}`,
        unit: 'ms',
        ours: [best('time')],
        theirs: [best('stall')],
        budget: null
      })
    )
  }
  const worst = Math.max(...stalls)
  const limit = figure({
    name: 'longest stall',
    unit: 'ms',
    ours: [worst],
    theirs: [longestStall],
    budget: 1
  })
  return [...rows, limit]
}

function watchStalls() {
  let longest = 0
  let last = performance.now()
  let isOver = false
  const tick = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(tick)
  }
  setImmediate(tick)
  return {
    end: () => {
      isOver = true
      tick()
      return longest
    }
  }
}

function toMessages(texts) {
  const perMessage = Math.ceil(texts.length / 100)
  const groups = Array.from({ length: Math.ceil(texts.length / perMessage) }, (_, index) =>
    texts.slice(index * perMessage, (index + 1) * perMessage)
  )
  return groups.map(toMessage)
}

function toMessage(texts, index) {
  const parts = texts.map((text, step) => ({
    type: 'tool-call',
    step,
    callId: `call-${index}-${step}`,
    serverName: `server-${index % 4}`,
    toolName: 'read',
    arguments: {},
    state: 'done',
    content: [{ type: 'text', text }],
    structuredContent: null,
    failure: null
  }))
  return { id: `m${index}`, position: index, role: 'assistant', parts }
}

/** The same numbers every time. */
function createRandom() {
  let state = 0x2545f491
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** Words of a small vocabulary, the first of them far more often than the last, as in a language. */
function createProse(random) {
  const letters = 'etaoinshrdlucmfwypvbgkjqxz'
  const letter = () => letters[Math.floor(random() ** 2 * letters.length)]
  const words = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 9) }, letter).join('')
  )
  return (length) => {
    let text = ''
    while (text.length < length) text += `${words[Math.floor(random() ** 2 * words.length)]} `
    return text.slice(0, length)
  }
}
