// A host with the vault of the product in a process of its own, for tests that kill it. Arguments: the data folder.
// Over IPC it takes `{ id, name, input }` (a call of the contract) and answers `{ id, result }` or `{ id, failure }`;
// tells `{ event }` and `{ link }`. `{ killAt }` names the step of the next write of the vault that it is killed at.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { openVault } from '../../../main/vault.ts'
import { openHost } from '../open-host.ts'

const [folder] = process.argv.slice(2)
const file = path.join(folder, 'vault.json')
const host = await openHost({
  folder,
  vault: (options) => openVault({ ...options, file, encryption: createEncryption(), now: Date.now })
})
host.onEvent((event) => process.send({ event }))
const push = host.openedLinks.push.bind(host.openedLinks)
host.openedLinks.push = (link) => {
  process.send({ link })
  return push(link)
}
process.on('message', (message) => {
  if (message.killAt !== undefined) killAt(message.killAt)
  else void answer(message)
})
process.on('disconnect', () => process.exit(0))
process.send({ event: null })

async function answer({ id, name, input }) {
  try {
    const result = name === 'start' ? await host.start() : await host.handlers[name](input)
    process.send({ id, result: result ?? null })
  } catch (error) {
    process.send({ id, failure: String(error) })
  }
}

/** The key is in the code, because it replaces the system's key store. */
function createEncryption() {
  const key = Buffer.alloc(32, 7)
  return {
    unavailable: null,
    encrypt: async (text) => {
      const start = randomBytes(16)
      return Buffer.concat([start, createCipheriv('aes-256-ctr', key, start).update(text, 'utf8')])
    },
    decrypt: async (data) =>
      createDecipheriv('aes-256-ctr', key, data.subarray(0, 16)).update(data.subarray(16)).toString('utf8')
  }
}

/** `half-written`: in the middle of the new file; `written`: before it takes the place of the old one; `replaced`. */
function killAt(step) {
  const die = () => process.kill(process.pid, 'SIGKILL')
  const isVault = (name) => String(name).startsWith(file)
  const { open, write, rename } = fs
  const ours = new Set()
  fs.open = (name, ...rest) => {
    const done = rest.pop()
    open(name, ...rest, (error, descriptor) => {
      if (isVault(name)) ours.add(descriptor)
      done(error, descriptor)
    })
  }
  fs.write = (descriptor, data, ...rest) => {
    if (step !== 'half-written' || !ours.has(descriptor)) return write(descriptor, data, ...rest)
    const bytes = Buffer.from(data)
    fs.writeSync(descriptor, bytes, 0, Math.floor(bytes.length / 2))
    die()
  }
  fs.rename = (from, to, done) => {
    if (!isVault(to)) return rename(from, to, done)
    if (step === 'written') return die()
    rename(from, to, (error) => (step === 'replaced' ? die() : done(error)))
  }
}
