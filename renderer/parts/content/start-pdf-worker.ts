/**
 * Starts the worker that draws and reads PDFs. The content policy wants the address of a worker to come from a policy of
 * trusted types; this one, the only one of the page, knows one address and refuses every other.
 */
// oxlint-disable-next-line import/default -- the bundler makes a module of the address
import workerAddress from './pdf-worker?worker&url'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string }
  ): { createScriptURL(address: string): string }
}

// A name that the content policy allows can be taken once: nobody else gets a policy after this.
const policy = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  'parley-pdf-worker',
  {
    createScriptURL(address) {
      if (address === workerAddress) return address
      throw new TypeError('Only the worker that draws PDFs may be started.')
    }
  }
)

export function startPdfWorker(): Worker {
  return new Worker(policy?.createScriptURL(workerAddress) ?? workerAddress, { type: 'module', name: 'PDF' })
}
