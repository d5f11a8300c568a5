/**
 * A sandboxed server that uses a secret without being able to read it: its memory, environment and files are inspected
 * from outside.
 */
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { sandboxFinder } from '../../sandbox/available/find-sandbox'
import { createAuthority } from '../../sandbox/secrets/authority'
import { processesWith } from '../../testing/processes'
import { fixture, watchClients } from '../testing/watched-clients'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)
const secret = `sk-${'masked'.repeat(3)}-9fQ27Lb0vXkT`
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function startHost() {
  const authority = await createAuthority(Date.now)
  const heard: string[] = []
  const host = https.createServer(await authority.credentialsFor('localhost'), (request, response) => {
    heard.push(request.headers.authorization ?? '')
    response.end(`you are ${request.headers.authorization ?? 'nobody'}`)
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  ends.push(() => {
    host.closeAllConnections()
    host.close()
  })
  return { place: `localhost:${(host.address() as AddressInfo).port}`, heard, authority }
}

/** Searches every readable byte of the process. */
function memoryHolds(processId: number, text: string): boolean {
  const memory = openSync(`/proc/${processId}/mem`, 'r')
  const piece = Buffer.alloc(1_048_576)
  try {
    return readFileSync(`/proc/${processId}/maps`, 'utf8')
      .split('\n')
      .some((line) => {
        const [, from = '0', to = '0'] = /^([\da-f]+)-([\da-f]+) rw/.exec(line) ?? []
        for (
          let at = Number.parseInt(from, 16);
          at < Number.parseInt(to, 16);
          at += piece.length - text.length
        ) {
          const length = Math.min(piece.length, Number.parseInt(to, 16) - at)
          if (length <= 0) break
          try {
            const count = readSync(memory, piece, 0, length, at)
            if (piece.subarray(0, count).includes(text)) return true
          } catch {
            // The mapping is gone.
          }
        }
        return false
      })
  } finally {
    closeSync(memory)
  }
}

describe.skipIf(!canContain)('a sandboxed server with a masked secret', () => {
  it('uses the secret at its one host while its memory, environment and files have only a placeholder', async () => {
    const { place, heard, authority } = await startHost()
    const watched = watchClients({
      authorities: [authority.certificate],
      nodePreload: path.resolve('resources/node-network.cjs')
    })
    ends.push(() => watched.clients.shutdown())
    const mark = `MASKED=${process.pid}`
    const info = await watched.startFile(fixture('any-code.mjs'), [`--key=${secret}`], {
      env: { API_KEY: secret, COPY: `Bearer ${secret}`, MASKED: String(process.pid) },
      containment: { read: [], write: [], hosts: [place], masked: { API_KEY: [place] } }
    })
    const run = async (code: string) => {
      const outcome = await watched.call(info, 'run', { code, at: { place, project: path.resolve() } })
      if (outcome.type !== 'completed') throw new Error(JSON.stringify(outcome))
      return JSON.stringify(outcome.content)
    }
    const used = await run(
      `return await (await fetch('https://' + at.place, { headers: { authorization: process.env.COPY } })).text()`
    )
    expect(heard).toEqual([`Bearer ${secret}`])
    const [standIn = ''] = /sk-[A-Za-z0-9]{20,}/.exec(used) ?? []
    expect(standIn).toHaveLength(secret.length)
    expect(await run('return [process.env, process.argv]')).not.toContain(secret)

    const processes = processesWith(mark)
    expect(processes.length).toBeGreaterThan(1)
    const holders = processes.filter((id) => memoryHolds(id, secret))
    expect(holders).toEqual([])
    // The same search finds the placeholder.
    expect(processes.some((id) => memoryHolds(id, standIn))).toBe(true)
    for (const id of processes)
      for (const name of ['environ', 'cmdline'])
        expect(readFileSync(`/proc/${id}/${name}`, 'latin1')).not.toContain(secret)
    // The project folder, which the server may read, may be below /tmp too.
    const files = await run(
      `return fs.readdirSync('/tmp', { recursive: true }).map((name) => path.join('/tmp', name))
        .filter((file) => !file.startsWith(at.project) && fs.statSync(file).isFile()).map((file) => fs.readFileSync(file, 'latin1'))`
    )
    expect(files).toContain('BEGIN CERTIFICATE')
    expect(files).not.toContain(secret)
    expect(files).not.toContain('PRIVATE KEY')
  })

  it('is not started if the secret is too short to be masked', async () => {
    const watched = watchClients()
    ends.push(() => watched.clients.shutdown())
    const started = watched.startFile(fixture('any-code.mjs'), [], {
      env: { API_KEY: 'short' },
      containment: { read: [], write: [], hosts: [], masked: { API_KEY: ['api.example.com'] } }
    })
    await expect(started).rejects.toMatchObject({ code: 'SERVER_NOT_CONTAINED' })
  })
})
