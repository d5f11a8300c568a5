/** A package registry with npm's interface on this computer. Publishes a folder that a test created. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export interface TestPackage {
  readonly name: string
  readonly version: string
  /** By path in the package. */
  readonly files: Readonly<Record<string, string>>
  /** Further fields of its `package.json`. */
  readonly manifest?: object
}

export interface PackageRegistry extends AsyncDisposable {
  /** Ends with a slash. */
  readonly address: string
  publish(published: TestPackage): Promise<{ readonly integrity: string }>
  /** Paths, in order. */
  readonly asked: string[]
  /** Delays answers until the returned function is called. */
  hold(): () => void
}

interface Published {
  readonly versions: Record<string, object>
  latest: string
}

export interface RegistryCredentials {
  readonly cert: string
  readonly key: string
}

/** `credentials`: for TLS as `host`; absent: plain HTTP. */
export async function startPackageRegistry(
  credentials?: RegistryCredentials,
  host = 'localhost'
): Promise<PackageRegistry> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-registry-'))
  const published = new Map<string, Published>()
  const asked: string[] = []
  let held: Promise<void> | null = null
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const place = decodeURIComponent(request.url ?? '/')
    asked.push(place)
    await held
    if (place.startsWith('/tarballs/')) {
      void readFile(path.join(folder, path.basename(place))).then(
        (content) => response.end(content),
        () => response.writeHead(404).end()
      )
      return
    }
    const found = published.get(place.slice(1))
    if (found === undefined) {
      response.writeHead(404).end('{"error":"not found"}')
      return
    }
    const { versions, latest } = found
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ name: place.slice(1), 'dist-tags': { latest }, versions }))
  }
  const listen: RequestListener = (request, response) => void answer(request, response)
  const server = credentials === undefined ? createServer(listen) : https.createServer(credentials, listen)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // What npm asks through a proxy can't show a certificate for a number.
  const origin = credentials === undefined ? 'http://127.0.0.1' : `https://${host}`
  const address = `${origin}:${(server.address() as AddressInfo).port}/`
  return {
    address,
    asked,
    hold: () => {
      let goOn = () => {}
      held = new Promise((resolve) => (goOn = resolve))
      return () => {
        held = null
        goOn()
      }
    },
    publish: async (wanted) => {
      const { name, version } = wanted
      const file = `${name.replaceAll(/\W/g, '-')}-${version}.tgz`
      const content = await pack(wanted, path.join(folder, file))
      const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`
      const known = published.get(name) ?? { versions: {}, latest: version }
      const dist = { tarball: `${address}tarballs/${file}`, integrity }
      known.versions[version] = { ...wanted.manifest, name, version, dist }
      known.latest = version
      published.set(name, known)
      return { integrity }
    },
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function pack({ name, version, files, manifest }: TestPackage, archive: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'parley-pack-'))
  const all = { 'package.json': JSON.stringify({ ...manifest, name, version }), ...files }
  for (const [file, text] of Object.entries(all)) {
    const place = path.join(folder, 'package', file)
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, text)
    await chmod(place, 0o755)
  }
  execFileSync('tar', ['-czf', archive, '-C', folder, 'package'])
  await rm(folder, { recursive: true, force: true })
  return await readFile(archive)
}

/** A server that runs any code that it is sent, as a package: `bin` is its name without the scope. */
export async function codePackage(
  name: string,
  version: string,
  manifest: object = {}
): Promise<TestPackage> {
  const read = (file: string) => readFile(fileURLToPath(new URL(`servers/${file}`, import.meta.url)), 'utf8')
  const short = name.split('/').at(-1) ?? name
  return {
    name,
    version,
    files: {
      'dist/index.mjs': `#!/usr/bin/env node\n${await read('any-code.mjs')}`,
      'dist/line-server.mjs': await read('line-server.mjs')
    },
    manifest: { type: 'module', bin: { [short]: 'dist/index.mjs' }, ...manifest }
  }
}
