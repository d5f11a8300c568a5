// Stryker's runner for vitest starts a thread and loads all code again for each mutant, which takes seconds. This one keeps
// a thread with everything loaded (`kept-thread.mjs`) and only says there which mutant is on. Mutants that act while a file
// is loaded, and whatever the kept thread can't answer for, go the long way.

import path from 'node:path'
import { strykerPlugins as plugins } from '@stryker-mutator/vitest-runner'
import { createVitest } from 'vitest/node'

const [{ factory: createVitestRunner }] = plugins

class QuickRunner {
  #slow
  #kept = null

  constructor(slow) {
    this.#slow = slow
  }

  capabilities() {
    return this.#slow.capabilities()
  }

  async init() {
    await this.#slow.init()
    // Here, as all that comes later has a time limit, which is that of a mutant.
    this.#kept = await openThread()
  }

  dryRun(options) {
    return this.#slow.dryRun(options)
  }

  async mutantRun(options) {
    if (options.mutantActivation === 'static' || !options.testFilter) return this.#slow.mutantRun(options)
    this.#kept ??= await openThread()
    const { activeMutant, testFilter, hitLimit } = options
    const { result, isSpoiled } = await this.#kept.ask({
      mutant: activeMutant.id,
      tests: testFilter,
      hitLimit
    })
    if (!isSpoiled) return result
    // The mutant has left something behind: neither its own answer nor any later one would be worth much.
    await this.#close()
    return this.#slow.mutantRun(options)
  }

  async dispose() {
    await this.#close()
    await this.#slow.dispose()
  }

  async #close() {
    await this.#kept?.close()
    this.#kept = null
  }
}

async function openThread() {
  const here = path.resolve('scripts/mutation')
  const vitest = await createVitest('test', {
    config: path.join(here, 'vitest.config.mjs'),
    include: ['scripts/mutation/kept-thread.mjs'],
    runner: path.join(here, 'kept-runner.mjs'),
    pool: 'threads',
    maxWorkers: 1,
    watch: false,
    coverage: { enabled: false },
    reporters: [{}],
    onConsoleLog: () => false
  })
  const channel = new BroadcastChannel('mutants')
  const next = () =>
    new Promise((resolve) => channel.addEventListener('message', ({ data }) => resolve(data), { once: true }))
  const ready = next()
  const ended = vitest.start()
  await Promise.race([ready, ended.then(failToStart)])
  return {
    ask: (question) => {
      const answer = next()
      channel.postMessage(question)
      return answer
    },
    close: async () => {
      channel.postMessage('end')
      await ended
      channel.close()
      await vitest.close()
    }
  }

  function failToStart() {
    const errors = vitest.state.getFiles().flatMap(({ result }) => result?.errors ?? [])
    throw new Error(`The kept thread ended: ${errors.map(({ message }) => message).join('; ')}`)
  }
}

const createQuickRunner = (injector) => new QuickRunner(createVitestRunner(injector))
createQuickRunner.inject = ['$injector']

export const strykerPlugins = [{ kind: 'TestRunner', name: 'quick', factory: createQuickRunner }]
