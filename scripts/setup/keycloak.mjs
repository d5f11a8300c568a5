// Keycloak, an identity provider, for `npm run services`: fetched once for this user with Maven, unpacked into a cache, and
// built there by its own first start. What it needs is said, never installed.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { withLock } from '../process/lock.mjs'
import { run } from '../process/run.mjs'
import { say } from '../process/terminal.mjs'
import { findTool } from './library-servers/find-tool.mjs'

const version = '26.7.3'
/** It ends what hangs: 176 MB are fetched. */
const limitMs = 1_200_000

/** @returns {Promise<{ home: string } | { reason: string }>} */
export async function ensureKeycloak(env = process.env) {
  if (process.platform === 'win32') return { reason: 'it is started by a shell script here' }
  const java = findTool('Java', [17], { env, commands: [['java', '-version']] })
  if ('reason' in java) return java
  const home = path.join(findCache(env), `keycloak-${version}`)
  if (fs.existsSync(path.join(home, 'bin/kc.sh'))) return { home }
  const maven = findTool('Maven', [3, 6], { env, commands: [['mvn', '--version']] })
  if ('reason' in maven) return maven
  return withLock(`${home}.lock`, 'fetching Keycloak', async () => {
    if (fs.existsSync(path.join(home, 'bin/kc.sh'))) return { home }
    return fetchInto(home, maven.command)
  })
}

async function fetchInto(home, maven) {
  const folder = path.dirname(home)
  const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:tar.gz`
  const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'
  say(`fetching Keycloak ${version}, once`)
  const copied = await run(
    maven,
    ['-q', '-B', '-ntp', plugin, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`],
    { cwd: folder, timeoutMs: limitMs }
  )
  const archive = path.join(folder, `keycloak-quarkus-dist-${version}.tar.gz`)
  if (copied.status !== 0 || !fs.existsSync(archive))
    return { reason: `Maven can't fetch it: ${lastLine(copied.output)}` }
  // Beside it first: a folder that is there is whole.
  const part = fs.mkdtempSync(`${home}.part-`)
  try {
    const unpacked = await run('tar', ['-xzf', archive, '-C', part, '--strip-components=1'])
    if (unpacked.status !== 0) return { reason: `tar can't unpack it: ${lastLine(unpacked.output)}` }
    fs.renameSync(part, home)
    return { home }
  } finally {
    fs.rmSync(part, { recursive: true, force: true })
    fs.rmSync(archive, { force: true })
  }
}

/** Where the services of this user lie. */
export function findCache(env) {
  const folder = path.join(env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'parley-services')
  fs.mkdirSync(folder, { recursive: true })
  return folder
}

const lastLine = (output) => output.trimEnd().split('\n').at(-1)?.slice(0, 200) ?? ''
