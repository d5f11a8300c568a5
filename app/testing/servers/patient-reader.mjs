/**
 * Waits for the web as real servers do, each with a client of its own, and says on its error output for how many whole
 * seconds it has waited by its own clock. `read` reads the addresses at once: with `fetch`, `https` and, where there is one,
 * curl; `hang` never answers.
 */
import cp from 'node:child_process'
import https from 'node:https'
import { serve, silence, textResult } from './line-server.mjs'

const readers = {
  fetch: async (address) => (await fetch(address)).text(),
  https: (address) =>
    new Promise((resolve, reject) => {
      // The test's certificate is self-signed, which doesn't matter here.
      const request = https.get(address, { rejectUnauthorized: false }, (response) =>
        response.on('data', (data) => resolve(String(data)))
      )
      request.on('error', reject)
    }),
  curl: (address) =>
    new Promise((resolve) => {
      cp.execFile('curl', ['-sS', address], (error, out, words) => resolve(error === null ? out : words))
    })
}

async function read(reads) {
  const began = performance.now()
  const timer = setInterval(() => {
    process.stderr.write(`waited ${Math.floor((performance.now() - began) / 1_000)} s\n`)
  }, 1_000)
  try {
    const texts = reads.map(async ([by, address]) => `${by}: ${await readers[by](address)}`)
    return textResult((await Promise.all(texts)).join('\n'))
  } finally {
    clearInterval(timer)
  }
}

serve({
  name: 'patient-reader',
  tools: [
    {
      name: 'read',
      description: 'Reads addresses, each with the client that it names',
      inputSchema: {
        type: 'object',
        properties: { reads: { type: 'array', items: { type: 'array', items: { type: 'string' } } } }
      }
    },
    { name: 'hang', description: 'Never answers', inputSchema: { type: 'object' } }
  ],
  call: { read: ({ reads }) => read(reads), hang: () => silence }
})
