// A recording as a server: the server side of the official suite runs against a server behind Parley's bridge, whose
// messages are recorded, and again against the recording. A scenario must end the same.

import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { cacheFolder, inProject } from '../process/paths.mjs'
import { runServerSide } from './suites.mjs'

const folder = path.join(cacheFolder, 'played')
const revision = '2025-11-25'

const servers = {
  /** Has everything that the suite asks for. */
  'suite-server': ['app/testing/servers/suite-server.mjs'],
  'server-everything': ['node_modules/@modelcontextprotocol/server-everything/dist/index.js']
}

/** @typedef {{ server: string, revision: string, scenarios: { scenario: string, recorded: boolean, played: boolean }[], output: string }} Played */

/** @param {keyof typeof servers} server @returns {Promise<Played>} */
export async function playServer(server) {
  const { bundle } = await import('../process/bundle.mjs')
  const driver = await bundle('recorded-server', 'app/testing/conformance/recorded-server.ts')
  const { recordServer, playServer: play } = await import(pathToFileURL(driver).href)
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${server}.parleyrec`)
  const program = servers[server].map((place) => inProject(place))
  const before = await runAgainst(await recordServer(program, file))
  const after = await runAgainst(await play(file))
  const scenarios = [...before.ends].map(([scenario, recorded]) => {
    return { scenario, recorded, played: after.ends.get(scenario) === true }
  })
  return { server, revision, scenarios, output: `${before.output}\n${after.output}` }
}

async function runAgainst(bridge) {
  const output = await runServerSide(bridge.url, revision)
  await bridge.close()
  const lines = output.matchAll(/^[✓✗] (\S+): (\d+) passed, (\d+) failed/gmu)
  const ends = new Map([...lines].map(([, name, passed, failed]) => [name, passed > 0 && failed === '0']))
  return { ends, output }
}
