/**
 * Starts processes that want to stay. `--leaves=KIND,…`: `holder` holds the server's output, in its group;
 * `deaf-holder` also ignores that it is asked to end; `detached` has a session of its own and holds the output;
 * `daemon` has a session of its own, holds nothing and lost its parent. `--stubborn`: the server itself ignores the end
 * of its input and SIGTERM.
 */
import { spawn } from 'node:child_process'
import { option, serve, textResult } from './line-server.mjs'

const stay = 'setTimeout(() => {}, 120000);'
const deaf = `process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {}); ${stay}`
const start = (code, more) => spawn(process.execPath, ['-e', code], { stdio: 'inherit', ...more })

const kinds = {
  holder: () => start(stay),
  'deaf-holder': () => start(deaf),
  detached: () => start(deaf, { detached: true }),
  daemon: () => {
    const inner = JSON.stringify(deaf)
    const between = `require('node:child_process').spawn(process.execPath, ['-e', ${inner}], { detached: true, stdio: 'ignore' }).unref()`
    start(between, { detached: true, stdio: 'ignore' })
  }
}
for (const kind of (option('leaves') ?? '').split(',')) kinds[kind]?.()

if (process.argv.includes('--stubborn')) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {})
  setInterval(() => {}, 60_000)
}

serve({
  name: 'leaves-behind',
  tools: [{ name: 'greet', description: 'Says something', inputSchema: { type: 'object', properties: {} } }],
  call: { greet: () => textResult('Hello') }
})
