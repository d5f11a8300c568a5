/**
 * A probe of the corpus: a program that attacks the host's own listener while a user signs in, or looks for listeners
 * that should not exist. It gets the address and the process id; its exit code is the verdict.
 */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Question } from '../../contract/questions/questions'
import { openHost } from '../open-host'
import type { OpenTestHost } from '../open-host'
import { startSmallServer } from '../sign-in/small-server'

export interface ProbeDrive {
  readonly file: string
  readonly args: readonly string[]
  readonly folder: string
}

/** In milliseconds. */
const patienceMs = 20_000
const listenerEndsMs = 5_000

interface Finding {
  readonly isGood: boolean
  readonly words: string
  /** Null: the probe looks for something else. */
  readonly ports: readonly number[] | null
}

/** Failed expectations, one sentence each. */
export async function driveProbe(drive: ProbeDrive): Promise<string[]> {
  const server = await startSmallServer()
  await writeFile(
    path.join(drive.folder, 'settings.json'),
    JSON.stringify({ mcpServers: { case: { url: server.url } } })
  )
  const host = await openHost({ folder: drive.folder })
  const problems: string[] = []
  let isAudit = false
  const look = async (when: string, target: string, wanted: number) => {
    const finding = await probe(drive, target)
    isAudit = finding.ports !== null
    const ports = finding.ports?.filter((port) => `${port}` !== new URL(server.origin).port) ?? null
    if (!finding.isGood) problems.push(`${when} the probe found: ${finding.words}`)
    if (ports !== null && ports.length !== wanted)
      problems.push(`${when} there are ${ports.length} listeners: ${ports.join(', ')}`)
  }
  try {
    const link = await beginSignIn(host)
    const target = new URL(link).searchParams.get('redirect_uri') ?? ''
    await look('during a sign-in', target, 1)
    if (server.asked.some((asked) => asked.startsWith('/token'))) problems.push('a token was asked for')
    await fetch(link)
    await until(() => isConnected(host), 'the right answer does not end the sign-in')
    await sleep(listenerEndsMs)
    if (await answers(target)) problems.push('the listener outlives the sign-in')
    // A probe that looks for listeners runs once more; an attack has no listener left.
    if (isAudit) await look('afterwards', target, 0)
  } finally {
    await host.dispose()
    server.close()
  }
  return problems
}

/** The user trusts the server and approves the sign-in; the address is the one that the browser gets. */
async function beginSignIn(host: OpenTestHost): Promise<string> {
  const answered = new Set<string>()
  host.onEvent(({ name, payload }) => {
    if (name !== 'questions.changed') return
    for (const question of payload as Question[]) {
      if (answered.has(question.id)) continue
      answered.add(question.id)
      void answer(host, question)
    }
  })
  void host.start()
  await until(async () => host.openedLinks.length > 0, 'nobody is asked to sign in')
  return host.openedLinks[0] ?? ''
}

async function answer(host: OpenTestHost, question: Question): Promise<void> {
  const questionId = question.id
  if (question.type === 'server-trust')
    await host.handlers['consent.answer']({ questionId, answer: { type: 'server-trust', decision: 'trust' } })
  if (question.type === 'sign-in')
    await host.handlers['consent.answer']({
      questionId,
      answer: {
        type: 'sign-in',
        decision: 'open-browser',
        issuer: question.places[0]?.issuer ?? ''
      }
    })
}

async function isConnected(host: OpenTestHost): Promise<boolean> {
  const { servers } = await host.handlers['app.snapshot']({})
  return servers.some(({ state }) => state === 'connected')
}

async function until(isDone: () => Promise<boolean>, otherwise: string): Promise<void> {
  const end = Date.now() + patienceMs
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error(otherwise)
    await sleep(50)
  }
}

async function answers(target: string): Promise<boolean> {
  return fetch(target).then(
    () => true,
    () => false
  )
}

async function probe({ file, args }: ProbeDrive, target: string): Promise<Finding> {
  const given = [`--target=${target}`, `--pid=${process.pid}`]
  const child = spawn(process.execPath, [file, ...args, ...given], { stdio: ['ignore', 'pipe', 'ignore'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const words = Buffer.concat(parts).toString()
  return { isGood: code === 0, words: words.slice(-2_000), ports: readPorts(words) }
}

function readPorts(words: string): readonly number[] | null {
  try {
    const { listeners } = JSON.parse(words) as { listeners?: readonly { readonly port: number }[] }
    return listeners?.map(({ port }) => port) ?? null
  } catch {
    return null
  }
}
