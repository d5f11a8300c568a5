/**
 * A host in a process of its own, with its vault in a file of the folder: so that a test can kill it as the system
 * does. What runs in the process is in `host-process.mjs`.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createEmitter } from '../../base/emitter'
import type { Question } from '../../contract/questions/questions'
import type { EventEnvelope } from '../../contract/bridge/events'
import { withUser } from './signed-in-host'
import type { HostUnderTest, SignInHost } from './signed-in-host'

/** A step in writing the vault: in the middle of the new file, before it replaces the old one, right after that. */
export type WritingStep = 'half-written' | 'written' | 'replaced'

export interface KillableHost extends HostUnderTest {
  /** No chance to tidy up. Resolves when the process has gone. */
  kill(): Promise<void>
  /** The next write of the vault goes as far as that. */
  killAt(step: WritingStep): void
  /** Resolves when the process has gone, with the signal that ended it. */
  readonly ended: Promise<NodeJS.Signals | null>
}

interface Told {
  readonly id?: number
  readonly result?: unknown
  readonly failure?: string
  readonly event?: EventEnvelope | null
  readonly link?: string
}

/**
 * One bundled file of the whole process, made once because it starts many times. Each worker has its own: another
 * worker could otherwise delete it during a start.
 */
let program: Promise<string> | undefined

async function bundleProgram(): Promise<string> {
  const script = new URL('../../../scripts/process/bundle.mjs', import.meta.url).href
  const { bundle } = (await import(/* @vite-ignore */ script)) as {
    bundle: (name: string, entry: string) => Promise<string>
  }
  const worker = process.env['VITEST_POOL_ID'] ?? 'alone'
  return bundle(`killable-host-${worker}`, 'app/testing/sign-in/host-process.mjs')
}

/** With a user who trusts the servers of the settings. */
export async function openKillableHost(folder: string): Promise<SignInHost<KillableHost>> {
  program ??= bundleProgram()
  const child = fork(await program, [folder], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null)
  const events: EventEnvelope[] = []
  const openedLinks: string[] = []
  const news = createEmitter<EventEnvelope>()
  const waiting = new Map<number, (told: Told) => void>()
  const isReady = once(child, 'message')
  child.on('message', (told: Told) => {
    if (told.link !== undefined) openedLinks.push(told.link)
    if (told.event != null) {
      events.push(told.event)
      news.emit(told.event)
    }
    waiting.get(told.id ?? 0)?.(told)
  })
  // Nothing answers after the process has ended.
  const ask = (name: string, input: unknown = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = waiting.size + 1
      waiting.set(id, ({ result, failure }) => {
        if (failure === undefined) resolve(result)
        else reject(new Error(failure))
      })
      if (child.connected) child.send({ id, name, input })
    })
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const diedEarly = ended.then((signal) => {
    throw new Error(`The host ended before it was ready (${signal ?? 'by itself'})`)
  })
  await Promise.race([isReady, diedEarly])
  const host: KillableHost = {
    handlers: new Proxy({} as KillableHost['handlers'], {
      get: (_target, name) => (input: unknown) => ask(String(name), input)
    }),
    events,
    openedLinks,
    onEvent: (listener) => news.on(listener),
    start: async () => void (await ask('start')),
    dispose: kill,
    question: () => {
      const last = events.findLast(({ name }) => name === 'questions.changed')
      return (last?.payload as Question[] | undefined)?.[0] ?? null
    },
    kill,
    killAt: (step) => void child.send({ killAt: step }),
    ended
  }
  return withUser(host, folder)
}
