// One process for many pairs of a protected server and its authorization server. Each line that it reads is JSON: `{
// "id", "options" }` starts a pair, as `sign-in-server.mjs` describes it, and is answered by `{ "id", "url", "issuer",
// "control" }`, or by `{ "id", "failed" }`; only `{ "id" }` closes it.

import { createInterface } from 'node:readline'

const pairs = new Map()

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, options } = JSON.parse(line)
    if (options === undefined) pairs.get(id)?.close()
    else void start(id, options)
  })
  .on('close', () => process.exit(0))

async function start(id, options) {
  const query = encodeURIComponent(JSON.stringify({ id, ...options }))
  try {
    const pair = await import(`./sign-in-server.mjs?${query}`)
    pairs.set(id, pair)
    const { url, issuer, control } = pair
    tell({ id, url, issuer, control })
  } catch (error) {
    tell({ id, failed: String(error) })
  }
}

function tell(news) {
  process.stdout.write(`${JSON.stringify(news)}\n`)
}
