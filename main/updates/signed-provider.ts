/**
 * Reads the feed of updates, and accepts only one that the publisher signed: its file `latest….yml` has the sum of each
 * package, and `latest….yml.sig` the signature (ed25519, base64). Linux packages have no other signature.
 */
import { createPublicKey, verify } from 'node:crypto'
import type { CustomPublishOptions } from 'builder-util-runtime'
import type { AppUpdater } from 'electron-updater'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider'

/** Any other error is one of the connection. */
export class UnsignedFeedError extends Error {
  override readonly name = 'UnsignedFeedError'
}

export interface SignedFeed {
  /** A folder on the web. */
  readonly address: string
  /** The publisher's public key: SPKI in DER, as base64. */
  readonly key: string
}

type Runtime = ConstructorParameters<typeof GenericProvider>[2]

export function signedProvider({
  address,
  key
}: SignedFeed): NonNullable<CustomPublishOptions['updateProvider']> {
  return class SignedProvider extends GenericProvider {
    constructor(_options: CustomPublishOptions, updater: AppUpdater, runtime: Runtime) {
      super({ provider: 'generic', url: address }, updater, runtime)
    }

    /** Without the random id of this computer that electron-updater adds. */
    override setRequestHeaders(): void {
      super.setRequestHeaders({ accept: '*/*' })
    }

    protected override async httpRequest(url: URL): Promise<string | null> {
      const text = await super.httpRequest(url)
      const signature = await super.httpRequest(signatureUrl(url)).catch((cause: unknown) => {
        throw new UnsignedFeedError(undefined, { cause })
      })
      if (text === null || signature === null || !isSigned(text, signature, key))
        throw new UnsignedFeedError()
      return text
    }
  }
}

function signatureUrl(url: URL): URL {
  const signature = new URL(url)
  signature.pathname += '.sig'
  return signature
}

function isSigned(text: string, signature: string, key: string): boolean {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature.trim(), 'base64'))
}
