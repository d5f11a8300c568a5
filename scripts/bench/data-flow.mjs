/**
 * How long it takes to find out which text in the arguments of a call came from elsewhere, with 1 MB of results of four
 * servers in the conversation: arguments of 2 kB that carry one passage as it stands and one in base64. Every search
 * must find both. Each counts with the better of two times, so that the figure is about arguments and not about what
 * else the machine does. Reading the megabyte happens while results arrive and is told apart.
 */
import { figure } from './statistics.mjs'

const limitMilliseconds = 5
const searchesARun = 300
const messageCount = 20
const charactersOfMessage = 52_000

export async function measureDataFlow({ createProvenance }, { runs }) {
  const rows = { found: [], read: [] }
  for (let run = 0; run <= runs; run++) {
    const { found, read } = timeSearches(createProvenance())
    if (run === 0) continue // it warms the code up
    rows.found.push(found)
    rows.read.push(read)
  }
  const limit = rows.found.map(() => limitMilliseconds)
  return [
    figure({ name: 'data flow at 1 MB, p99', unit: 'ms', ours: rows.found, theirs: limit, budget: 1 }),
    figure({ name: 'reading 1 MB of results', unit: 'ms', ours: rows.read, theirs: limit, budget: null })
  ]
}

const tool = {
  serverName: 'shell',
  name: 'run',
  title: null,
  description: 'Runs a command.',
  inputSchema: {}
}

function timeSearches(provenance) {
  const random = createRandom()
  const prose = createProse(random)
  const texts = Array.from({ length: messageCount }, () => prose(charactersOfMessage))
  const messages = texts.map(toMessage)
  const search = (args) => provenance.findFlows({ conversationId: 'c', messages, tool, arguments: args })
  const start = performance.now()
  search({ nothing: '' })
  const read = performance.now() - start
  const times = Array.from({ length: searchesARun }, (_, index) => {
    const text = texts[index % messageCount]
    const at = Math.floor(random() * (charactersOfMessage - 100))
    const args = {
      body: `${prose(1_400)} ${text.slice(at, at + 40)} ${prose(600)}`,
      encoded: Buffer.from(text.slice(at + 40, at + 100)).toString('base64')
    }
    const tries = [timed(() => search(args)), timed(() => search(args))]
    const paths = new Set(tries[0].result.map(({ path }) => path))
    if (!paths.has('/body') || !paths.has('/encoded')) throw new Error('A passage was not found.')
    return Math.min(...tries.map(({ time }) => time))
  })
  return { read, found: times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] }
}

function timed(work) {
  const start = performance.now()
  const result = work()
  return { result, time: performance.now() - start }
}

function toMessage(text, index) {
  const call = {
    type: 'tool-call',
    step: 0,
    callId: `call-${index}`,
    serverName: `server-${index % 4}`,
    toolName: 'read',
    arguments: {},
    state: 'done',
    content: [{ type: 'text', text }],
    structuredContent: null,
    failure: null
  }
  return { id: `m${index}`, position: index, role: 'assistant', parts: [call] }
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
