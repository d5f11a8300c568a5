/** litellm's proxy with a provider whose answers depend on the last message: `programs/scripted_provider.py`. */
import { fileURLToPath } from 'node:url'
import { makeSecret } from '../secrets'
import { freePort } from './keycloak-server'
import { startService, type ServiceProcess } from './service-process'

export interface Proxy extends ServiceProcess {
  readonly origin: string
  readonly key: string
}

/** What each answer of the provider is said to have taken. */
export const usage = '21 + 9 tokens'

export async function startProxy(): Promise<Proxy> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const key = makeSecret('key of litellm')
  const config = fileURLToPath(new URL('programs/litellm.yaml', import.meta.url))
  const service = await startService({
    command: process.env['PARLEY_MODELS_PYTHON'] ?? 'python3',
    args: [
      '-B',
      '-c',
      'import litellm; litellm.run_server()',
      '--config',
      config,
      '--host',
      '127.0.0.1',
      '--port',
      String(port)
    ],
    env: {
      LITELLM_MASTER_KEY: key,
      // Its list of models comes with it; a newer one would be fetched.
      LITELLM_LOCAL_MODEL_COST_MAP: 'True'
    },
    url: `${origin}/health/liveliness`
  })
  return { ...service, origin, key }
}
