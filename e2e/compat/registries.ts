/** Package registries, as this user's programs are configured to use them. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/**
 * Certificate authorities for registries on this computer, beside the usual ones. The suites remove Node's own
 * variable.
 */
const authorities = process.env['PARLEY_AUTHORITIES'] ?? process.env['NODE_EXTRA_CA_CERTS'] ?? ''

/** In a test's home npm has the user's registry and authorities, and no key. */
export function prepareHome(home: string): void {
  const lines = [`registry=${npm(['config', 'get', 'registry']).output}`]
  if (authorities !== '') lines.push(`cafile=${authorities}`)
  fs.writeFileSync(path.join(home, '.npmrc'), `${lines.join('\n')}\n`)
}

/** Whether npm's configured registry has this version. */
export function isReachable(packageName: string, version: string): boolean {
  const patience = ['--fetch-timeout=10000', '--fetch-retries=0']
  return npm(['view', `${packageName}@${version}`, 'version', ...patience]).output === version
}

/** With a Python that it can use: Parley lets it download packages, but no Python. */
export function hasUv(): boolean {
  const env = { ...process.env, UV_PYTHON_DOWNLOADS: 'never' }
  return spawnSync('uv', ['python', 'find'], { env }).status === 0
}

function npm(args: readonly string[]) {
  const trusted = authorities === '' ? [] : [`--cafile=${authorities}`]
  const { stdout } = spawnSync('npm', [...args, ...trusted], { encoding: 'utf8', timeout: 30_000 })
  return { output: (stdout ?? '').trim() }
}
