// The official Python library and its own examples, for the protected servers of `npm run services`.

import fs from 'node:fs'
import path from 'node:path'
import { run } from '../process/run.mjs'
import { ensurePythonEnvironment, describeFailure } from './python-environment.mjs'

const version = '1.30.0'
const limitMs = 600_000

/** @returns {Promise<{ python: string, examples: string } | { reason: string }>} */
export async function ensurePythonLibrary(env = process.env) {
  const packages = [`mcp==${version}`]
  const library = await ensurePythonEnvironment({ name: `mcp-${version}`, packages, limitMs }, env)
  if ('reason' in library) return library
  const { python, folder } = library
  const examples = path.join(folder, `mcp-${version}`, 'examples')
  if (fs.existsSync(examples)) return { python, examples }
  // Only the source archive has them.
  const pip = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-input', '--no-deps']
  const archive = path.join(folder, `mcp-${version}.tar.gz`)
  for (const args of [
    [...pip, '--no-binary', 'mcp', '--dest', folder, ...packages],
    ['-m', 'tarfile', '-e', archive, folder]
  ]) {
    const done = await run(python, args, { env, timeoutMs: limitMs })
    if (done.status !== 0) return { reason: describeFailure(done) }
  }
  return { python, examples }
}
