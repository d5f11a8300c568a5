/** A program for Node that says to a server what Parley said, with nothing of Parley in it. Values are left out. */
import type { ServerDefinition } from '../../settings/definition'
import { describeAct } from '../definition'
import type { FindSecrets } from '../definition'
import type { Evidence } from './evidence'

const mostMessages = 10

export function repeatScript(
  definition: ServerDefinition,
  evidence: Evidence,
  findSecrets: FindSecrets
): string {
  const act = describeAct(definition, findSecrets)
  const said = evidence.messages.filter(({ direction }) => direction === 'out').slice(0, mostMessages)
  const messages = `const messages = [\n${said.map(({ text }) => `  ${text}`).join(',\n')}\n]`
  if (definition.transport === 'stdio') return overStdio(act, messages)
  return overHttp(definition.url, act.headerNames, messages)
}

function overStdio(act: ReturnType<typeof describeAct>, messages: string): string {
  const env = act.environmentNames.map((name) => `${JSON.stringify(name)}: ''`).join(', ')
  return `import { spawn } from 'node:child_process'

${messages}
const server = spawn(${JSON.stringify(act.command)}, ${JSON.stringify(act.args)}, {
  stdio: ['pipe', 'pipe', 'inherit'],
  ${act.cwd === null ? '' : `cwd: ${JSON.stringify(act.cwd)},\n  `}env: { ...process.env, ${env} }
})
server.on('error', (error) => console.error(error.message))
server.on('exit', (code, signal) => console.error('ended', { code, signal }))
server.stdout.on('data', (bytes) => process.stdout.write(bytes))
for (const message of messages) server.stdin.write(JSON.stringify(message) + '\\n')`
}

function overHttp(url: string, headerNames: readonly string[], messages: string): string {
  const own = headerNames.map((name) => `    ${JSON.stringify(name)}: ''`)
  const usual = [
    `    'content-type': 'application/json'`,
    `    accept: 'application/json, text/event-stream'`
  ]
  return `${messages}
for (const message of messages) {
  const headers = {
${[...usual, ...own].join(',\n')}
  }
  const answer = await fetch(${JSON.stringify(url)}, {
    method: 'POST', headers, redirect: 'manual', body: JSON.stringify(message)
  })
  console.log(answer.status, answer.headers.get('content-type'))
  console.log((await answer.text()).slice(0, 2000))
}`
}
