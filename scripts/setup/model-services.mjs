// Services for models that `npm run services` drives, from PyPI.

import fs from 'node:fs'
import path from 'node:path'
import { findTool } from './library-servers/find-tool.mjs'
import { ensurePythonEnvironment } from './python-environment.mjs'

const litellm = '1.108.7'
const llama = '0.3.36'
const gguf = '0.19.0'

export function ensureLitellm(env = process.env) {
  const packages = [`litellm[proxy]==${litellm}`]
  return ensurePythonEnvironment({ name: `litellm-${litellm}`, packages, limitMs: 900_000 }, env)
}

/** llama-cpp-python has no wheels on PyPI: it is compiled here, which takes some minutes. */
export async function ensureLlama(env = process.env) {
  if (process.platform === 'win32') return { reason: 'a C++ compiler is looked for on Linux and macOS only' }
  const compilers = [env.CXX, 'c++', 'g++', 'clang++'].filter(Boolean)
  const commands = compilers.map((name) => [name, '--version'])
  const compiler = findTool('A C++ compiler', [5], { env, commands })
  if ('reason' in compiler) return compiler
  return ensurePythonEnvironment(
    {
      name: `llama-cpp-python-${llama}`,
      packages: [`llama-cpp-python[server]==${llama}`, `gguf==${gguf}`],
      // A wheel that was built with other options may lack the library.
      options: ['--no-cache-dir'],
      limitMs: 1_800_000,
      variables: (folder) => ({ CMAKE_ARGS: buildOptions(folder), CMAKE_BUILD_PARALLEL_LEVEL: '2' })
    },
    env
  )
}

/** Only the library, because the other default targets take ten times as long. */
function buildOptions(folder) {
  const included = path.join(folder, 'library-only.cmake')
  fs.writeFileSync(included, 'set(LLAMA_BUILD_COMMON OFF)\n')
  return [
    '-DLLAVA_BUILD=OFF',
    `-DCMAKE_PROJECT_llama.cpp_INCLUDE=${included}`,
    '-DCMAKE_C_FLAGS_RELEASE=-O1',
    '-DCMAKE_CXX_FLAGS_RELEASE=-O1'
  ].join(' ')
}
