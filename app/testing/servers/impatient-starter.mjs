/**
 * Simulates servers that need hosts before they can list their tools: reads the pages of `--pages=`, one after the
 * other, and waits `--patience=` milliseconds for each. If one doesn't arrive it exits, or lists no tools with
 * `--goes-on=yes`.
 */
import http from 'node:http'
import { option, serve, textResult } from './line-server.mjs'

const patienceMs = Number(option('patience') ?? 1_000)
const pages = (option('pages') ?? '').split(',').filter(Boolean)
const tools = [{ name: 'ready', description: 'Says what was read', inputSchema: { type: 'object' } }]

/** Hangs up where its patience ends. */
function read(page) {
  return new Promise((resolve, reject) => {
    const request = http.get(page, { signal: AbortSignal.timeout(patienceMs) }, (response) => {
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
