/**
 * The report for a server's author: what it contains, what it never contains, and that its script repeats the failure.
 */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { working } from '../../../testing/doctor/broken-small-server'
import {
  node,
  script,
  vaultKey,
  BrokenServerHost,
  type BrokenServerEntry
} from '../../../testing/doctor/broken-server-host'

const ofKnownForm = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH'

// Each starts programs and waits for limits, which takes longer on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let brokenHost: BrokenServerHost

beforeEach(async () => {
  brokenHost = await BrokenServerHost.open()
})

afterEach(() => brokenHost.close())

/** Saves the script of the report and runs it, as the author would. */
async function repeat(report: string): Promise<{ code: string; stdout: string; stderr: string }> {
  const [, , code = ''] = /run it with Node 20 or newer\.\n\n(```+)\n([\s\S]*?)\n\1/.exec(report) ?? []
  const file = brokenHost.file('repeat.mjs')
  await writeFile(file, code)
  return await new Promise((resolve) => {
    execFile(node, [file], { timeout: 60_000 }, (_error, stdout, stderr) => resolve({ code, stdout, stderr }))
  })
}

describe('the report of a program', () => {
  it('DBG-15: has versions, entry, steps and log without secrets, and a script that repeats the failing exchange', async () => {
    const { report } = await brokenHost.diagnose({
      command: node,
      args: [
        '-e',
        `console.error('key ' + process.env.KEY + ' ${ofKnownForm.slice(0, 12)}' + '${ofKnownForm.slice(12)}');
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
    expect(report).not.toContain(ofKnownForm)
    const { code, stdout, stderr } = await repeat(report)
    expect(code).toContain(`"KEY": ''`)
    expect(stdout).toContain('"message":"no"')
    expect(stderr).toContain('code: 4')
  })

  it('removes keys that are plain text in the entry wherever they appear', async () => {
    const plain = { argument: 'plain-argument-1', joined: 'joined "quoted" 2', variable: 'plain-variable-3' }
    const { report, fault } = await brokenHost.diagnose({
      command: node,
      args: [
        '-e',
        `console.error(process.argv.join(' '), process.env.DB_PASSWORD, encodeURIComponent(process.env.DB_PASSWORD));
         process.exit(5)`,
        '--',
        '--token',
        plain.argument,
        `--api-key=${plain.joined}`,
        '--folder=/tmp/kept'
      ],
      env: { DB_PASSWORD: plain.variable, MODE: 'kept-mode' }
    })
    // The view for the user only keeps it.
    expect(fault?.saw).toContain(plain.argument)
    expect(report).toContain('- start: failed')
    for (const secret of Object.values(plain)) expect(report).not.toContain(secret)
    expect(report).not.toContain('quoted')
    expect(report).toMatch(/--token "?\[secret\]/)
    expect(report).toContain('--folder=/tmp/kept')
    const { stderr } = await repeat(report)
    expect(stderr).toContain('code: 5')
  })

  it.each<[what: string, entry: () => BrokenServerEntry, shown: RegExp]>([
    ['a missing program', () => ({ command: brokenHost.file('gone') }), /ENOENT/],
    [
      'a program that prints a greeting',
      () => ({
        ...script(`console.log('Welcome!'); setTimeout(() => process.exit(), 5_000)`),
        connectTimeoutMs: 2_000
      }),
      /Welcome!/
    ],
    [
      'a program that fails to list its tools',
      () =>
        script(`serve({ name: 'no', on: { 'tools/list': () => { throw new Error('no database') } } })
        setTimeout(() => process.exit(), 500)`),
      /no database/
    ]
  ])('repeats %s', async (_what, entry, shown) => {
    const { report } = await brokenHost.diagnose(entry())
    const { stdout, stderr } = await repeat(report)
    expect(stdout + stderr).toMatch(shown)
  })
})

describe('the report of a server over HTTP', () => {
  it('DBG-15: has revision, capabilities and names as agreed, the exchange, and no key from headers, address or answers', async () => {
    const session = 'session-of-4711'
    const seen: (string | undefined)[] = []
    brokenHost.answersJson(
      (asked, request) => {
        if (asked.method === 'tools/list') seen.push(String(request.headers['mcp-session-id']))
        const echo = `no database for ${String(request.headers['x-api-key'])} at ${request.url}, ${String(request.headers.authorization)}`
        return asked.method === 'tools/list' ? { error: { code: -32_603, message: echo } } : working(asked)
      },
      { 'mcp-session-id': session }
    )
    const { report, fault } = await brokenHost.diagnose({
      url: `${brokenHost.at()}?team=blue&api_key=plain-query-1`,
      headers: {
        'X-Api-Key': 'plain-header-2',
        Authorization: 'Bearer ${secret:key}',
        'X-Team': 'blue-team'
      }
    })
    expect(fault?.step).toBe('tools')
    expect(report).toMatch(/- Revision: 2025-11-25\n- Capabilities: tools\n- Server: webby 2\.3\.4/)
    expect(report).toMatch(
      /## Server\n\n- http: http:\/\/127\.0\.0\.1:\d+\/mcp\?team=blue&api_key=(?:\[secret\]|•••)\n/
    )
    expect(report).toContain('- Headers: X-Api-Key, Authorization, X-Team')
    expect(report).toContain('- http: passed')
    expect(report).toContain('- tools: failed')
    expect(report).toMatch(/## Exchange\n\n```+\n→ [^]*"method":"initialize"[^]*← [^]*no database for/)
    for (const secret of ['plain-query-1', 'plain-header-2', vaultKey, 'blue-team'])
      expect(report).not.toContain(secret)

    seen.length = 0
    const { stdout, code } = await repeat(report)
    expect(code).toContain(`"X-Api-Key": ''`)
    expect(stdout).toMatch(/initialize 200 application\/json/)
    expect(stdout).toContain('no database for')
    expect(seen.length).toBeGreaterThan(0)
    expect(new Set(seen)).toEqual(new Set([session]))
  })

  it.each<[what: string, entry: () => BrokenServerEntry | Promise<BrokenServerEntry>, shown: RegExp]>([
    [
      'a port without a server',
      async () => ({ url: await brokenHost.down() }),
      /initialize fetch failed ECONNREFUSED/
    ],
    [
      'a web page',
      () => {
        brokenHost.answersStatus(200, { 'content-type': 'text/html' }, '<h1>Hotel</h1>')
        return { url: brokenHost.at() }
      },
      / 200 text\/html \n<h1>Hotel<\/h1>/
    ],
    [
      'an address that redirects',
      () => {
        brokenHost.answersStatus(302, { location: 'https://elsewhere.example/mcp' })
        return { url: brokenHost.at() }
      },
      / 302 null https:\/\/elsewhere\.example\/mcp/
    ],
    [
      'a broken event stream',
      () => {
        brokenHost.answersStatus(404, { 'content-type': 'text/plain' }, 'no stream here')
        return { url: brokenHost.at('/sse'), type: 'sse' }
      },
      /404 text\/plain\nno stream here/
    ]
  ])('repeats %s', async (_what, entry, shown) => {
    const { report } = await brokenHost.diagnose(await entry())
    expect((await repeat(report)).stdout).toMatch(shown)
  })
})

it('has no script for a server that was never trusted, because nothing was run', async () => {
  const { report } = await brokenHost.diagnose({ command: node, args: ['server.mjs'] }, false)
  expect(report).toContain('- trust: failed')
  expect(report).not.toContain('To repeat it')
})
