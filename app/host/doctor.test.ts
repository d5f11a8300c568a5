/** Broken servers, at least one for each step of the check: the right step is named, the right fix offered. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Diagnosis, DiagnosisStep, FaultFix } from '../contract/diagnosis/diagnosis'
import { openHost } from '../testing/open-host'
import type { OpenHost } from '../testing/open-host'
import { ownCertificate } from '../testing/own-certificate'
import { toEnglish } from '../texts/said'

const soon = { timeout: 20_000, interval: 20 }
const node = process.execPath
const lineServer = new URL('../testing/servers/line-server.mjs', import.meta.url).href
const counter = fileURLToPath(new URL('../testing/servers/counter.mjs', import.meta.url))

let folder: string
let host: OpenHost
let web: http.Server
let encrypted: https.Server | null = null
let answer: (request: IncomingMessage, response: ServerResponse) => void

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-doctor-'))
  web = http.createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
})

afterEach(async () => {
  await host.dispose()
  web.closeAllConnections()
  web.close()
  encrypted?.close()
  encrypted = null
  await rm(folder, { recursive: true, force: true })
})

type Entry = Readonly<Record<string, unknown>>

/** Trusts what is asked about, and checks the server. */
async function diagnose(entry: Entry, isTrusted = true): Promise<Diagnosis> {
  const settings = { mcpServers: { broken: { autoStart: false, connectTimeoutMs: 1_500, ...entry } } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings))
  host = await openHost({ folder })
  host.secrets.set('key', 'CANARY-of-the-vault')
  await host.start()
  if (isTrusted) {
    await host.handlers['server.start']({ serverName: 'broken' })
    await vi.waitFor(() => expect(host.question() ?? stateOf()).toBeTruthy(), soon)
    const question = host.question()
    if (question?.type === 'server-trust')
      await host.handlers['consent.answer']({
        questionId: question.id,
        answer: { type: 'server-trust', decision: 'trust' }
      })
    await vi.waitFor(() => expect(host.question()).toBeNull(), soon)
  }
  return await host.handlers['server.diagnose']({ serverName: 'broken' })
}

/** The newest state that says that no question comes. */
function stateOf(): string | null {
  const last = host.events.findLast(({ name }) => name === 'server.changed')
  const state = (last?.payload as { state?: string } | undefined)?.state ?? ''
  return ['failed', 'connected', 'needs-sign-in'].includes(state) ? state : null
}

const script = (code: string): Entry => ({
  command: node,
  args: ['--input-type=module', '-e', `import { serve, silence } from ${JSON.stringify(lineServer)}\n${code}`]
})
const file = (name: string) => path.join(folder, name)
const at = (pathname = '/mcp') => `http://127.0.0.1:${(web.address() as AddressInfo).port}${pathname}`
const json = (body: (message: { id?: number; method?: string }) => object) => {
  answer = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const message = (text === '' ? {} : JSON.parse(text)) as { id?: number; method?: string }
      const out =
        message.id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id: message.id, ...body(message) })
      response.writeHead(out === '' ? 202 : 200, { 'content-type': 'application/json' }).end(out)
    })
  }
}
const status = (code: number, headers: http.OutgoingHttpHeaders = {}, body = '') => {
  answer = (_request, response) => void response.writeHead(code, headers).end(body)
}

interface Case {
  readonly name: string
  readonly entry: () => Entry | Promise<Entry>
  readonly step: DiagnosisStep
  readonly why: RegExp
  readonly saw?: RegExp
  /** The first that is offered. */
  readonly fix: FaultFix['type']
  readonly isUntrusted?: true
}

const programs: readonly Case[] = [
  {
    name: 'an entry without a command',
    entry: () => ({ command: 7 }),
    step: 'entry',
    why: /command/,
    fix: 'edit-entry'
  },
  {
    name: 'a server that nobody trusted',
    entry: () => ({
      command: node,
      args: ['-e', `require('fs').writeFileSync(${JSON.stringify(file('ran'))}, '')`]
    }),
    step: 'trust',
    why: /have not said yes/,
    fix: 'trust',
    isUntrusted: true
  },
  {
    name: 'a command that is not installed',
    entry: () => ({ command: 'no-such-command-anywhere' }),
    step: 'command',
    why: /no-such-command-anywhere.*was not found.*Searched/,
    fix: 'edit-entry'
  },
  {
    // Where nothing can be contained, that is the reason.
    name: 'what is open for a contained server is not there',
    entry: () => ({ command: node, args: [counter], containment: { read: [file('gone')] } }),
    step: 'walls',
    why: /gone.*is not there|is to be contained|Containing a server is not possible/,
    fix: 'retry'
  },
  {
    name: 'a path that leads nowhere',
    entry: () => ({ command: file('missing') }),
    step: 'command',
    why: /missing.*does not exist/,
    fix: 'edit-entry'
  },
  {
    name: 'a working folder that is gone',
    entry: () => ({ command: node, args: [counter], cwd: file('gone') }),
    step: 'command',
    why: /working folder/i,
    fix: 'edit-entry'
  },
  {
    name: 'a file without the right to run',
    entry: async () => {
      await writeFile(file('tool'), '#!/bin/sh\n')
      await chmod(file('tool'), 0o644)
      return { command: file('tool') }
    },
    step: 'file',
    why: /may not be executed/,
    fix: 'edit-entry'
  },
  {
    name: 'a script that does not exist',
    entry: () => ({ command: node, args: [file('server.js')] }),
    step: 'file',
    why: /server\.js.*does not exist/,
    fix: 'edit-entry'
  },
  {
    name: 'a package that wants a newer Node',
    entry: async () => {
      await mkdir(file('package'))
      await writeFile(file('package/package.json'), JSON.stringify({ engines: { node: '>=99.1' } }))
      await writeFile(file('package/server.mjs'), 'process.exit(1)')
      return { command: node, args: [file('package/server.mjs')] }
    },
    step: 'runtime',
    why: /version \d+\.\d+\.\d+.*>=99\.1/,
    fix: 'edit-entry'
  },
  {
    name: 'a program that ends at once',
    entry: () => ({ command: node, args: ['-e', `console.error('TOKEN <b>missing</b>'); process.exit(3)`] }),
    step: 'start',
    why: /exit code 3/,
    saw: /TOKEN <b>missing<\/b>/,
    fix: 'edit-entry'
  },
  {
    name: 'a download that does not end',
    entry: async () => {
      await writeFile(file('npx'), `#!${node}\nconsole.error('fetching 1 of 9'); setInterval(() => {}, 1e6)`)
      await chmod(file('npx'), 0o755)
      return { command: file('npx'), args: ['-y', 'thing@1.0.0'], installTimeoutMs: 800 }
    },
    step: 'start',
    why: /package was not there after 0\.8 s/,
    saw: /fetching 1 of 9/,
    fix: 'raise-limit'
  },
  {
    name: 'a program that greets people',
    entry: () => ({
      command: node,
      args: ['-e', `console.log('Welcome! Type help.'); setInterval(() => {}, 1e6)`]
    }),
    step: 'first-bytes',
    why: /isn't the protocol/,
    saw: /^Welcome! Type help\./,
    fix: 'edit-entry'
  },
  {
    name: 'a program that says nothing',
    entry: () => ({ command: node, args: ['-e', 'setInterval(() => {}, 1e6)'] }),
    step: 'first-bytes',
    why: /did not answer within 1\.5 s/,
    fix: 'raise-limit'
  },
  {
    name: 'a server that refuses to talk',
    entry: () =>
      script(`serve({ name: 'no', on: { initialize: () => { throw new Error('licence expired') } } })`),
    step: 'protocol',
    why: /licence expired/,
    saw: /licence expired/,
    fix: 'open-log'
  },
  {
    name: 'a server of a revision that nobody knows',
    entry: () =>
      script(
        `serve({ name: 'old', on: { initialize: () => ({ protocolVersion: '1999-01-01', capabilities: {}, serverInfo: { name: 'old', version: '1' } }) } })`
      ),
    step: 'revision',
    why: /1999-01-01/,
    saw: /1999-01-01/,
    fix: 'edit-entry'
  },
  {
    name: 'a server that never lists its tools',
    entry: () =>
      script(`serve({ name: 'slow', on: { 'tools/list': () => { throw new Error('no database') } } })`),
    step: 'tools',
    why: /no database/,
    saw: /no database/,
    fix: 'open-log'
  }
]

const addresses: readonly Case[] = [
  {
    name: 'an address without encryption',
    entry: () => ({ url: 'http://mcp.example.com/mcp' }),
    step: 'address',
    why: /would not be encrypted/,
    fix: 'edit-entry'
  },
  {
    name: 'a name that nobody knows',
    entry: () => ({ url: 'https://no-such-host.invalid/mcp' }),
    step: 'name',
    why: /no-such-host\.invalid \((?:ENOTFOUND|EAI_AGAIN)\)/,
    fix: 'edit-entry'
  },
  {
    name: 'a port that nothing listens at',
    entry: () => ({ url: 'http://127.0.0.1:1/mcp' }),
    step: 'tcp',
    why: /127\.0\.0\.1, port 1 \(ECONNREFUSED\)/,
    fix: 'retry'
  },
  {
    name: 'a host that speaks no TLS',
    entry: () => ({ url: at().replace('http:', 'https:') }),
    step: 'tls',
    why: /127\.0\.0\.1.*\((?:ERR_SSL_\w+|EPROTO|ECONNRESET)\)/,
    fix: 'edit-entry'
  },
  {
    name: 'a certificate that nobody vouches for',
    entry: async () => {
      encrypted = https.createServer(ownCertificate)
      await new Promise<void>((resolve) => encrypted?.listen(0, '127.0.0.1', resolve))
      return { url: `https://127.0.0.1:${(encrypted.address() as AddressInfo).port}/mcp` }
    },
    step: 'tls',
    why: /127\.0\.0\.1.*\(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    saw: /self-signed certificate/,
    fix: 'edit-entry'
  },
  {
    name: 'a server with trouble of its own',
    entry: () => {
      status(500, { 'content-type': 'application/problem+json' }, '{"detail":"disk full"}')
      return { url: at() }
    },
    step: 'http',
    why: /HTTP 500/,
    saw: /HTTP 500 · application\/problem\+json\n.*disk full/,
    fix: 'retry'
  },
  {
    name: 'a path where nothing is served',
    entry: () => {
      status(404, { 'content-type': 'text/plain' }, 'Not here')
      return { url: at('/wrong') }
    },
    step: 'http',
    why: /HTTP 404/,
    saw: /Not here/,
    fix: 'edit-entry'
  },
  {
    name: 'a page of a network that wants a sign-in',
    entry: () => {
      status(200, { 'content-type': 'text/html' }, '<h1>Hotel Wi-Fi</h1><script>alert(1)</script>')
      return { url: at() }
    },
    step: 'http',
    why: /page for people \(text\/html, HTTP 200\)/,
    saw: /<h1>Hotel Wi-Fi/,
    fix: 'edit-entry'
  },
  {
    name: 'an address that sends on elsewhere',
    entry: () => {
      status(302, { location: 'https://elsewhere.example/mcp' })
      return { url: at() }
    },
    step: 'http',
    why: /HTTP 302/,
    saw: /→ https:\/\/elsewhere\.example\/mcp/,
    fix: 'edit-entry'
  },
  {
    name: 'a server that refuses to begin',
    entry: () => {
      json(() => ({ error: { code: -32_603, message: 'closed for today' } }))
      return { url: at() }
    },
    step: 'discovery',
    why: /closed for today/,
    saw: /closed for today/,
    fix: 'edit-entry'
  },
  {
    name: 'a remote server of a revision that nobody knows',
    entry: () => {
      json(({ method }) =>
        method === 'initialize'
          ? {
              result: {
                protocolVersion: '1999-01-01',
                capabilities: {},
                serverInfo: { name: 'x', version: '1' }
              }
            }
          : { error: { code: -32_601, message: 'unknown' } }
      )
      return { url: at() }
    },
    step: 'revision',
    why: /1999-01-01/,
    fix: 'edit-entry'
  },
  {
    name: 'a server that wants a sign-in',
    entry: () => {
      status(401, { 'www-authenticate': 'Bearer' })
      return { url: at() }
    },
    step: 'authorization',
    why: /asks for a sign-in \(HTTP 401\)/,
    fix: 'sign-in'
  }
]

describe.each([
  ['a program', programs],
  ['an address', addresses]
])('the check of %s', (_kind, cases) => {
  it.each([...cases])(
    'names the step and offers the fix: $name',
    async ({ entry, step, why, saw, fix, isUntrusted }) => {
      const found = await diagnose(await entry(), isUntrusted !== true)
      const { fault, steps } = found
      expect({ step: fault?.step, why: fault && toEnglish(fault.why) }).toEqual({
        step,
        why: expect.stringMatching(why) as string
      })
      if (saw !== undefined) expect(fault?.saw).toMatch(saw)
      expect(fault?.fixes[0]?.type).toBe(fix)
      expect(toEnglish(fault?.advice ?? { text: '' })).toMatch(/\S\.$/)
      const failedAt = steps.findIndex(({ state }) => state === 'failed')
      expect(steps[failedAt]?.step).toBe(step)
      expect(steps.slice(failedAt + 1).every(({ state }) => state === 'skipped')).toBe(true)
    }
  )
})

describe('a check', () => {
  it('runs nothing of a server that is not trusted', async () => {
    const ran = file('ran')
    const { fault } = await diagnose(
      { command: node, args: ['-e', `require('fs').writeFileSync(${JSON.stringify(ran)}, '')`] },
      false
    )
    expect(fault?.step).toBe('trust')
    await expect(rm(ran)).rejects.toThrow(/ENOENT/)
  })

  it('finds nothing at a server that works, and leaves nothing of it behind', async () => {
    const { fault, steps } = await diagnose({ command: node, args: [counter] })
    expect(fault).toBeNull()
    expect(steps.filter(({ state }) => state === 'failed')).toEqual([])
    expect(steps.find(({ step }) => step === 'tools')?.state).toBe('passed')
  })

  it('DBG-15: writes a report of versions, entry, steps and log without secrets, with a script that repeats the failing exchange', async () => {
    const told = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH'
    const { report } = await diagnose({
      command: node,
      args: [
        '-e',
        `console.error('key ' + process.env.KEY + ' ${told.slice(0, 12)}' + '${told.slice(12)}');
         process.stdin.once('data', () => { console.log('{"jsonrpc":"2.0","id":0,"error":{"code":-1,"message":"no"}}'); process.exit(4) })`
      ],
      env: { KEY: '${secret:key}' }
    })
    expect(report).toContain('Parley 0.0.0')
    expect(report).toContain('- protocol: failed')
    expect(report).toMatch(/## Versions\n\n- Parley [^]*Electron [^]*## Server\n\n- stdio: /)
    expect(report).toMatch(/## Log\n\n```+\n[^]*stderr info key \[secret\]/)
    expect(report).toMatch(/→ \{.*"method":"(?:server\/discover|initialize)"/)
    expect(report).toMatch(/Variables: KEY/)
    expect(report).not.toContain('CANARY')
    expect(report).not.toContain(told)
    expect(report).toContain(`"KEY": ''`)
    const [, code = ''] = /run it with Node 20 or newer\.\n\n(?:```+)\n([\s\S]*?)\n```/.exec(report) ?? []
    await writeFile(file('repeat.mjs'), code)
    const { stdout, stderr } = await run(node, [file('repeat.mjs')])
    expect(stdout).toContain('"message":"no"')
    expect(stderr).toContain('code: 4')
  })
})

async function run(command: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const { execFile } = await import('node:child_process')
  return await new Promise((resolve) => {
    execFile(command, [...args], { timeout: 20_000 }, (_error, stdout, stderr) => resolve({ stdout, stderr }))
  })
}
