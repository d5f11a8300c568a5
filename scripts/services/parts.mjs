// What `npm run services` runs, a part for each `e2e/services/NAME.services.ts`. `prepare` provides what the part needs and
// says it to the tests in variables; what is missing is a reason, and the part is skipped with it.

import { ensureKeycloak } from '../setup/keycloak.mjs'
import { ensureLitellm, ensureLlama } from '../setup/model-services.mjs'
import { ensurePythonLibrary } from '../setup/python-library.mjs'

/**
 * @typedef {{ env: Record<string, string> } | { reason: string }} Prepared
 * @type {Record<string, { title: string, prepare: () => Promise<Prepared> }>}
 */
export const parts = {
  keycloak: { title: 'Keycloak, and servers of the Python library that trust it', prepare: prepareKeycloak },
  'python-sign-in': { title: "the Python library's own sign-in", prepare: preparePython },
  litellm: {
    title: 'the proxy of litellm, over its three APIs',
    prepare: () => prepareModels(ensureLitellm)
  },
  llama: {
    title: "llama-cpp-python's server, with random weights",
    prepare: () => prepareModels(ensureLlama)
  }
}

async function prepareKeycloak() {
  const python = await preparePython()
  if ('reason' in python) return python
  const keycloak = await ensureKeycloak()
  if ('reason' in keycloak) return { reason: `Keycloak: ${keycloak.reason}` }
  return { env: { ...python.env, PARLEY_KEYCLOAK: keycloak.home } }
}

async function preparePython() {
  const library = await ensurePythonLibrary()
  if ('reason' in library) return { reason: `the Python library: ${library.reason}` }
  return { env: { PARLEY_PROTECTED_PYTHON: library.python, PARLEY_PYTHON_EXAMPLES: library.examples } }
}

async function prepareModels(ensure) {
  const installed = await ensure()
  return 'reason' in installed ? installed : { env: { PARLEY_MODELS_PYTHON: installed.python } }
}
