/** A host with one server that doesn't work, that server's environment, and the user's steps to fix it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import type { Diagnosis, FaultFix } from '../../contract/servers/diagnosis'
import { openHost } from '../open-host'
import type { OpenTestHost } from '../open-host'
import { ownCertificate } from '../own-certificate'
import { sayJson, working } from './broken-small-server'
import type { ReceivedRequest } from './broken-small-server'
import { soon } from '../soon'

export type BrokenServerEntry = Readonly<Record<string, unknown>>

export const node = process.execPath
export const counter = fileURLToPath(new URL('../servers/counter.mjs', import.meta.url))
/** In the host's vault. */
export const vaultKey = 'CANARY-of-the-vault'

const lineServer = new URL('../servers/line-server.mjs', import.meta.url).href
/** Long enough for a busy computer. Servers that are silent on purpose have a shorter limit. */
const usual = { autoStart: false, connectTimeoutMs: 20_000 }

/** A program with these lines, which can use `serve` and `fs`. */
export function script(code: string): BrokenServerEntry {
  const imports = `import fs from 'node:fs'\nimport { serve, silence } from ${JSON.stringify(lineServer)}\n`
  return { command: node, args: ['--input-type=module', '-e', imports + code] }
}

export class BrokenServerHost {
  readonly folder: string
  #host: OpenTestHost | null = null
  #answer: (request: IncomingMessage, response: ServerResponse) => void = () => {}
  readonly #webs: (http.Server | https.Server)[] = []
  readonly #web: http.Server
  #downPort = 0

  constructor(folder: string) {
    this.folder = folder
    this.#web = http.createServer((request, response) => this.#answer(request, response))
  }

  static async open(): Promise<BrokenServerHost> {
    const brokenHost = new BrokenServerHost(await mkdtemp(path.join(os.tmpdir(), 'parley-doctor-')))
    await brokenHost.#listen(brokenHost.#web, 0)
    return brokenHost
  }

  async close(): Promise<void> {
    await this.#host?.dispose()
    for (const web of this.#webs) {
      web.closeAllConnections()
      web.close()
    }
    await rm(this.folder, { recursive: true, force: true })
  }

  get host(): OpenTestHost {
    if (this.#host === null) throw new Error('Nothing was diagnosed yet.')
    return this.#host
  }

  file(name: string): string {
    return path.join(this.folder, name)
  }

  /** The address of a server that answers as configured. */
  at(pathname = '/mcp'): string {
    return `http://127.0.0.1:${portOf(this.#web)}${pathname}`
  }

  /** The address of a server that isn't running until `comesUp`. */
  async down(): Promise<string> {
    const web = http.createServer()
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    this.#downPort = portOf(web)
    await new Promise((resolve) => web.close(resolve))
    return `http://127.0.0.1:${this.#downPort}/mcp`
  }

  async comesUp(): Promise<void> {
    this.works()
    const web = http.createServer((request, response) => this.#answer(request, response))
    await this.#listen(web, this.#downPort)
  }

  /** With a self-signed certificate. */
  async encrypted(): Promise<string> {
    const web = https.createServer(ownCertificate)
    await this.#listen(web, 0)
    return `https://127.0.0.1:${portOf(web)}/mcp`
  }

  async #listen(web: http.Server | https.Server, port: number): Promise<void> {
    this.#webs.push(web)
    await new Promise<void>((resolve) => web.listen(port, '127.0.0.1', resolve))
  }

  answers(answer: (request: IncomingMessage, response: ServerResponse) => void): void {
    this.#answer = answer
  }

  answersStatus(code: number, headers: http.OutgoingHttpHeaders = {}, body = ''): void {
    this.#answer = (_request, response) => void response.writeHead(code, headers).end(body)
  }

  /** `body` is `result` or `error` of the answer. */
  answersJson(body: (asked: ReceivedRequest, request: IncomingMessage) => object, headers = {}): void {
    this.#answer = (request, response) => sayJson(request, response, { body, headers })
  }

  /** A working server at `/mcp` for authorized requests. Its answers on other paths don't change. */
  works(isLetIn: (request: IncomingMessage) => boolean = () => true): void {
    const before = this.#answer
    this.#answer = (request, response) => {
      if (request.url !== '/mcp') before(request, response)
      else if (!isLetIn(request)) response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      else sayJson(request, response, { body: working, headers: {} })
    }
  }

  /** Trusts what Parley asks about, and troubleshoots the server. */
  async diagnose(entry: BrokenServerEntry, isTrusted = true): Promise<Diagnosis> {
    const settings = { mcpServers: { broken: { ...usual, ...entry } } }
    await writeFile(this.file('settings.json'), JSON.stringify(settings))
    this.#host = await openHost({ folder: this.folder, policyFile: this.file('policy.json') })
    this.host.secrets.set('key', vaultKey)
    await this.host.start()
    if (isTrusted) {
      await this.host.handlers['server.control']({ serverName: 'broken', act: 'start' })
      await vi.waitFor(() => expect(this.host.question() ?? this.#endOfStart()).toBeTruthy(), soon)
      await this.#trust()
      await vi.waitFor(() => expect(this.host.question()).toBeNull(), soon)
    }
    return await this.check()
  }

  async check(): Promise<Diagnosis> {
    return await this.host.handlers['server.diagnose']({ serverName: 'broken' })
  }

  /** The entry as the user saves it in the form. */
  async edit(entry: BrokenServerEntry): Promise<void> {
    const json = JSON.stringify({ ...usual, ...entry })
    await this.host.handlers['server.save-entry']({ previousName: 'broken', serverName: 'broken', json })
    await this.press({ type: 'retry' })
  }

  /** Like the buttons. */
  async press(fix: FaultFix): Promise<void> {
    const { handlers } = this.host
    if (fix.type === 'open-walls') await handlers['sandbox.set']({ serverName: 'broken', isSandboxed: false })
    if (fix.type === 'raise-limit')
      await handlers['server.set-options']({ serverName: 'broken', [fix.limit]: fix.toMs })
    await handlers['server.control']({ serverName: 'broken', act: 'restart' })
  }

  /** Approves all questions in between. */
  async connected(): Promise<void> {
    await vi.waitFor(async () => {
      await this.#trust()
      expect(this.#state()).toBe('connected')
    }, soon)
  }

  async #trust(): Promise<void> {
    const question = this.host.question()
    if (question?.type !== 'server-trust') return
    await this.host.handlers['consent.answer']({
      questionId: question.id,
      answer: { type: 'server-trust', decision: 'trust' }
    })
  }

  #state(): string {
    const last = this.host.events.findLast(({ name }) => name === 'server.changed')
    return (last?.payload as { state?: string } | undefined)?.state ?? ''
  }

  /** The newest state after which no question follows. */
  #endOfStart(): string | null {
    const state = this.#state()
    return ['failed', 'connected', 'needs-sign-in'].includes(state) ? state : null
  }
}

function portOf(web: http.Server | https.Server): number {
  return (web.address() as AddressInfo).port
}
