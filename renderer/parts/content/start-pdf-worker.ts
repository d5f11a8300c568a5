/**
 * Starts the worker that draws and reads PDFs. The content security policy requires a trusted type for a worker's
 * address. This policy, the only one of the page, allows one address and rejects all others.
 */
// oxlint-disable-next-line import/default -- the bundler needs the address to make a module
import workerAddress from './pdf-worker?worker&url'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string }
  ): { createScriptURL(address: string): string }
}

// An allowed policy name can be used once, so no other code can create a policy after this.
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
