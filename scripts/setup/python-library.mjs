// The official Python library, for the protected servers of `npm run services`.

import { ensurePythonEnvironment } from './python-environment.mjs'

const version = '1.30.0'

export function ensurePythonLibrary(env = process.env) {
  const packages = [`mcp==${version}`]
  return ensurePythonEnvironment({ name: `mcp-${version}`, packages, limitMs: 600_000 }, env)
}
