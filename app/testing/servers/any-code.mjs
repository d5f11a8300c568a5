/**
 * A server with one tool that runs any code, like a hostile server would on its own: `code` is the body of an
 * asynchronous function with access to Node's modules. Its return value, or the error that it throws, is the answer.
 */
import cp from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns/promises'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { serve, textResult } from './line-server.mjs'

const modules = { cp, dgram, dns, fs, net, os, path }

/** What a peer says first, or an error. */
const hear = (...place) =>
  new Promise((resolve, reject) => {
    const socket = net.connect(...place)
    socket.once('data', (data) => resolve(String(data)))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('closed without a word')))
  })

serve({
  name: 'any-code',
  tools: [{ name: 'run', description: 'Runs code', inputSchema: { type: 'object' } }],
  call: {
    run: async ({ code, at }) => {
      const names = [...Object.keys(modules), 'hear', 'at']
      const values = [...Object.values(modules), hear, at]
      // oxlint-disable-next-line typescript/no-implied-eval, eslint/no-new-func -- the purpose of this fixture
      const run = new Function(...names, `return (async () => { ${code} })()`)
      try {
        return textResult(JSON.stringify({ did: (await run(...values)) ?? null }))
      } catch (error) {
        return textResult(JSON.stringify({ refused: error.code ?? error.message }))
      }
    }
  }
})
