#!/usr/bin/env node
/**
 * Stands in for npx and the official conformance suite, which need a network. Writes what it was given into `given.json`
 * beside its folder, lists the tools of the server as the suite would, and writes results of the suite's form. A file
 * `hold` beside it lets it wait after the first scenario, and a file `crash` ends it within the last one.
 */
const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const args = process.argv.slice(2)
const valueOf = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : null)
// As the real npx starts the suite.
const script = "process.stdout.write(process.argv[process.argv.indexOf('--url') + 1])"
const url = execFileSync(process.execPath, ['-', ...args], { input: script, encoding: 'utf8' })
const wanted = valueOf('--scenario')
const given = {
  args,
  url,
  env: process.env,
  config: fs.readFileSync('package.json', 'utf8'),
  pid: process.pid
}
fs.writeFileSync(path.join(__dirname, '../given.json'), JSON.stringify(given))

const passed = (id) => [{ id, description: 'Works', status: 'SUCCESS' }]
const image = {
  id: 'tools-call-image',
  description: 'Tool returns image content',
  status: 'FAILURE',
  errorMessage: 'No image\u001b[2J content found',
  specReferences: [{ id: 'tools', url: 'https://modelcontextprotocol.io/specification/tools' }]
}
const hosts = { id: 'hosts', description: 'Refuses other hosts', status: 'FAILURE' }
const slow = { id: 'slow', description: 'Answers soon', status: 'WARNING', errorMessage: 'It took 2 s' }
const scenarios = {
  ping: () => passed('ping'),
  'tools-list': async () => passed(await listTools()),
  'tools-call-image': () => [image],
  'resources-list': () => [...passed('list'), slow],
  'dns-rebinding-protection': () => [hosts],
  ...(fs.existsSync(path.join(__dirname, 'crash')) && { crashing: () => process.exit(1) })
}

async function run() {
  if (wanted === 'unknown')
    throw new Error(`${'x'.repeat(3_000)} Unknown scenario ${url} http://user:hidden@proxy.example`)
  for (const [name, check] of Object.entries(scenarios)) {
    if (wanted !== null && wanted !== name) continue
    process.stdout.write(`\n=== Running scenario: ${name} ===\n`)
    const folder = `results/server-${name}-${new Date().toISOString().replace(/[:.]/gu, '-')}`
    const checks = await check()
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(path.join(folder, 'checks.json'), JSON.stringify(checks))
    // The suite's own scenarios never begin in the same millisecond, which their folders are ordered by.
    await new Promise((resolve) => setTimeout(resolve, 2))
    while (fs.existsSync(path.join(__dirname, 'hold')))
      await new Promise((resolve) => setTimeout(resolve, 50))
  }
  process.exitCode = wanted === null ? 1 : 0
}

/** The names of the server's tools. */
async function listTools() {
  if (valueOf('--spec-version') === '2026-07-28') {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {}
    }
    return namesIn(await post('tools/list', { _meta: meta }, { 'mcp-protocol-version': '2026-07-28' }))
  }
  const protocolVersion = '2025-11-25'
  const clientInfo = { name: 'suite', version: '0' }
  const first = await post('initialize', { protocolVersion, capabilities: {}, clientInfo })
  const session = { 'mcp-session-id': first.session, 'mcp-protocol-version': protocolVersion }
  return namesIn(await post('tools/list', {}, session))
}

async function post(method, params, headers = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-method': method,
      ...headers
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  })
  const text = await answer.text()
  const json = text.startsWith('{') ? text : text.split('data: ').at(-1)
  return { session: answer.headers.get('mcp-session-id') ?? '', result: JSON.parse(json).result }
}

function namesIn({ result }) {
  return result.tools.map(({ name }) => name).join()
}

void run().catch((error) => {
  process.stderr.write(`${error}\n`)
  process.exitCode = 1
})
