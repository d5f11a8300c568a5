// What the official runner starts for each scenario, whose address it is given last: it has the scenario run in the program
// that all of them share, says what that says, and ends as it ended. Loading Parley's clients takes longer than most
// scenarios do.

import { once } from 'node:events'
import net from 'node:net'
import process from 'node:process'
import { createInterface } from 'node:readline'

const { MCP_CONFORMANCE_SCENARIO: scenario = '', MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env
const socket = net.connect(Number(process.env.PARLEY_CONFORMANCE_PORT), '127.0.0.1')
await once(socket, 'connect')
socket.write(`${JSON.stringify({ scenario, context: JSON.parse(context), url: process.argv.at(-1) })}\n`)

// One that the program doesn't end has failed.
process.exitCode = 1
for await (const line of createInterface({ input: socket })) {
  const { said, isDone } = JSON.parse(line)
  if (said === undefined) process.exitCode = isDone ? 0 : 1
  else process.stderr.write(`${said}\n`)
}
