/** llama-cpp-python's server with models of random weights: `programs/llama_server.py`. */
import { fileURLToPath } from 'node:url'
import { freePort } from './keycloak-server'
import { startService, type ServiceProcess } from './service-process'

export interface LlamaServer extends ServiceProcess {
  readonly baseUrl: string
}

/** `folder`: for its models. */
export async function startLlamaServer(folder: string): Promise<LlamaServer> {
  const port = await freePort()
  const program = fileURLToPath(new URL('programs/llama_server.py', import.meta.url))
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const service = await startService({
    command: process.env['PARLEY_MODELS_PYTHON'] ?? 'python3',
    args: ['-B', '-u', program, String(port), folder],
    url: `${baseUrl}/models`
  })
  return { ...service, baseUrl }
}
