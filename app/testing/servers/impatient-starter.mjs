/**
 * Simulates servers that need hosts before they can list their tools: reads the pages of `--pages=`, one after the
 * other. It gives up a page after `--patience=` milliseconds, or once the file of `--record=` has another line `give up`.
 * Then it exits, or lists no tools with `--goes-on=yes`.
 */
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { option, serve, textResult } from './line-server.mjs'

const patience = option('patience')
const record = option('record')
const pages = (option('pages') ?? '').split(',').filter(Boolean)
const tools = [{ name: 'ready', description: 'Says what was read', inputSchema: { type: 'object' } }]

const countSignals = () => readFileSync(record, 'utf8').split('give up').length
const signalsBefore = record === undefined ? 0 : countSignals()

/** Looks at the file often, because a sandbox may not report changes. */
function untilToldToGiveUp() {
  const told = new AbortController()
  const look = setInterval(() => countSignals() > signalsBefore && told.abort(), 20)
  told.signal.addEventListener('abort', () => clearInterval(look))
  return told.signal
}

const end = patience === undefined ? untilToldToGiveUp() : null

function read(page) {
  return new Promise((resolve, reject) => {
    const signal = end ?? AbortSignal.timeout(Number(patience))
    const request = http.get(page, { signal }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => (text += part))
      response.on('end', () => resolve(text))
    })
    request.on('error', reject)
  })
}

async function readPages() {
  const texts = []
  for (const page of pages) texts.push(await read(page))
  return texts
}

let texts = []

serve({
  name: 'impatient-starter',
  on: {
    'tools/list': async () => {
      try {
        texts = await readPages()
        return { tools }
      } catch (error) {
        process.stderr.write(`No answer: ${error.message}\n`)
        if (option('goes-on') === 'yes') return { tools: [] }
        process.exit(1)
      }
    }
  },
  call: { ready: () => textResult(texts.join('\n')) }
})
