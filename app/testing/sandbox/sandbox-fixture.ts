/**
 * A fixture with what a sandboxed server must not access: a home folder, Parley's data, sockets, services, another
 * process.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export interface SandboxFixture {
  readonly testFolder: string
  /** Locations for escape attempts. */
  readonly at: Readonly<Record<string, string | number>>
  end(): Promise<void>
}

const files: Readonly<Record<string, string>> = {
  'home/diary.txt': 'dear diary',
  'home/.ssh/id_ed25519': 'private key',
  'home/.bashrc': '',
  'home/open/page.md': 'a page',
  'home/open/other.md': 'another page',
  'home/desk/list.md': 'a list',
  'home/desk/.git/hooks/pre-commit': '',
  'home/other/notes.txt': 'of another server',
  'data/vault.json': 'vault',
  'data/history/parley.db': 'history',
  'data/settings.json': '{}',
  'program/package.json': '{"type": "module"}'
}
const programs = ['any-code.mjs', 'line-server.mjs', 'any-code.py']

export async function createSandboxFixture(): Promise<SandboxFixture> {
  const testFolder = await realpath(await mkdtemp('/var/tmp/sandboxed-'))
  const place = (name: string) => path.join(testFolder, name)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(place(name)), { recursive: true })
    await writeFile(place(name), text)
  }
  for (const name of programs)
    await cp(fileURLToPath(new URL(`../servers/${name}`, import.meta.url)), place(`program/${name}`))
  const mark = `${process.pid}-${path.basename(testFolder)}`
  const shared = `parley-${mark}`
  const temporary = path.join(os.tmpdir(), shared)
  for (const file of [`/dev/shm/${shared}`, temporary]) await writeFile(file, 'of another program')
  const listening = await Promise.all([
    listen({ port: 0, host: '127.0.0.1' }),
    listen(place('agent.sock')),
    listen(`\0${shared}`)
  ])
  // As `ipcmk` names it: "Shared memory id: 3".
  const [memory = ''] = /\d+/.exec(String(execFileSync('ipcmk', ['-M', '64']))) ?? []
  const neighbour = spawn('/bin/sh', ['-c', 'read line', `neighbour-${mark}`], {
    env: { SECRET: `secret-${mark}` },
    stdio: ['pipe', 'ignore', 'ignore']
  })
  await once(neighbour, 'spawn')
  const { port } = listening[0].address() as AddressInfo
  return {
    testFolder,
    at: {
      testFolder,
      temporary,
      shared,
      memory,
      port,
      port6: port,
      abstract: shared,
      home: place('home'),
      diary: place('home/diary.txt'),
      key: place('home/.ssh/id_ed25519'),
      open: place('home/open'),
      work: place('home/desk'),
      other: place('home/other'),
      vault: place('data/vault.json'),
      history: place('data/history/parley.db'),
      settings: place('data/settings.json'),
      program: place('program/any-code.mjs'),
      agent: place('agent.sock'),
      mark: `neighbour-${mark}`,
      secret: `secret-${mark}`,
      variable: 'ANTHROPIC_API_KEY',
      process: neighbour.pid ?? 0,
      hostname: os.hostname()
    },
    end: async () => {
      neighbour.stdin.end()
      spawnSync('ipcrm', ['-m', memory])
      for (const server of listening) server.close()
      for (const file of [`/dev/shm/${shared}`, temporary, testFolder])
        await rm(file, { recursive: true, force: true })
    }
  }
}

async function listen(place: string | { port: number; host: string }): Promise<net.Server> {
  const server = net.createServer((socket) => socket.end('reached')).listen(place)
  await once(server, 'listening')
  return server
}
