/** Bundles as authors pack them, with a working server. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { makeZip, type ZipPart } from './make-zip'

/** Answers the handshake and returns how it was started; one file without packages. */
export const bundledServer = readFileSync(
  fileURLToPath(new URL('./bundled-server.mjs', import.meta.url)),
  'utf8'
)

export const nodeServer = {
  type: 'node',
  entry_point: 'server/index.mjs',
  mcp_config: {
    command: 'node',
    args: ['${__dirname}/server/index.mjs'] as string[],
    env: {} as Record<string, string>
  }
}

/** A complete manifest, with these values replaced. */
export function buildManifest(own: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    manifest_version: '0.3',
    name: 'weather',
    version: '1.0.0',
    description: 'Tells the weather',
    author: { name: 'Ada' },
    server: nodeServer,
    tools: [{ name: 'report', description: 'Says how it was started' }],
    ...own
  })
}

export function makeBundle(
  own: Readonly<Record<string, unknown>> = {},
  more: readonly ZipPart[] = []
): Buffer {
  return makeZip([
    { name: 'manifest.json', data: buildManifest(own) },
    { name: 'server/', mode: 0o040755 },
    { name: 'server/index.mjs', data: bundledServer },
    ...more
  ])
}

/** As `mcpb sign` appends it: PKCS#7 in DER. */
export function appendSignature(bundle: Uint8Array, signature: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(signature.length)
  return Buffer.concat([bundle, Buffer.from('MCPB_SIG_V1'), length, signature, Buffer.from('MCPB_SIG_END')])
}
