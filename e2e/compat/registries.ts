/** Registries of packages, as the programs of this computer's user know them. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** What vouches for registries on this computer beside the usual authorities. The suites take Node's own variable away. */
const authorities = process.env['PARLEY_AUTHORITIES'] ?? process.env['NODE_EXTRA_CA_CERTS'] ?? ''

/** In the home of a test npm has the registry and the authorities of the user, and no key. */
export function prepareHome(home: string): void {
  const lines = [`registry=${npm(['config', 'get', 'registry']).output}`]
  if (authorities !== '') lines.push(`cafile=${authorities}`)
  fs.writeFileSync(path.join(home, '.npmrc'), `${lines.join('\n')}\n`)
}

/** Whether npm is told of this version by the registry that it is set to. */
export function isReachable(packageName: string, version: string): boolean {
  const patience = ['--fetch-timeout=10000', '--fetch-retries=0']
  return npm(['view', `${packageName}@${version}`, 'version', ...patience]).output === version
}

/** With a Python that it can use: Parley lets it download packages, and no Python. */
export function hasUv(): boolean {
  const env = { ...process.env, UV_PYTHON_DOWNLOADS: 'never' }
  return spawnSync('uv', ['python', 'find'], { env }).status === 0
}

function npm(args: readonly string[]) {
  const trusted = authorities === '' ? [] : [`--cafile=${authorities}`]
  const { stdout } = spawnSync('npm', [...args, ...trusted], { encoding: 'utf8', timeout: 30_000 })
  return { output: (stdout ?? '').trim() }
}
