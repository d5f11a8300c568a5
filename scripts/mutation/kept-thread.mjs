// Looks like one test to vitest, and lasts until nobody asks any more: runs the tests of one mutant after the other, in a
// thread in which the code is loaded already. Only the files with the tests themselves are read anew each time.

import path from 'node:path'
import { startTests } from '@vitest/runner'
import { it, vi } from 'vitest'

// Of a whole run; generous, as the machine may be busy.
const longestTest = 60_000
const stryker = (globalThis.__stryker__ ??= {})
/** How long a file took the last time. */
const durations = new Map()

it('asks mutants until nobody wants to know more', async () => {
  const channel = new BroadcastChannel('mutants')
  await new Promise((resolve) => {
    channel.onmessage = ({ data }) => {
      if (data === 'end') resolve()
      else void askMutant(data).then((answer) => channel.postMessage(answer))
    }
    channel.postMessage('ready')
  })
  channel.close()
}, 0)

async function askMutant({ mutant, tests, hitLimit }) {
  Object.assign(stryker, { hitCount: 0, hitLimit })
  const byFile = groupByFile(tests)
  const quickestFirst = [...byFile].sort(([a], [b]) => (durations.get(a) ?? 0) - (durations.get(b) ?? 0))
  let count = 0
  for (const [file, names] of quickestFirst) {
    const before = performance.now()
    const { failed, ran } = await runFile(file, { names, mutant })
    durations.set(file, performance.now() - before)
    count += ran
    const { hitCount } = stryker
    if (hitCount > hitLimit)
      return { result: { status: 'timeout', reason: `Hit limit reached (${hitCount}/${hitLimit})` } }
    if (failed === null) continue
    // What fails without the mutant as well was not noticed by this test.
    const { failed: isSpoiled } = await runFile(file, { names: [failed.name], mutant: undefined })
    const killedBy = [`${file}#${failed.name}`]
    const result = { status: 'killed', killedBy, nrOfTests: count, failureMessage: failed.message }
    return { result, isSpoiled: isSpoiled !== null }
  }
  return { result: { status: 'survived', nrOfTests: count } }
}

function groupByFile(ids) {
  const files = new Map()
  for (const id of ids) {
    const end = id.indexOf('#')
    const file = id.slice(0, end)
    files.set(file, [...(files.get(file) ?? []), id.slice(end + 1)])
  }
  return files
}

/** Up to the first test that fails. */
async function runFile(file, { names, mutant }) {
  const filepath = path.resolve(file)
  const runner = quietRunner(names, () => (stryker.activeMutant = mutant))
  const { evaluatedModules } = runner.workerState
  for (const module of evaluatedModules.fileToModulesMap.get(filepath) ?? [])
    evaluatedModules.invalidateModule(module)
  const [run] = await startTests([filepath], runner)
  stryker.activeMutant = undefined
  vi.useRealTimers()
  vi.resetConfig()
  vi.restoreAllMocks()
  const ended = testsIn(run).filter(({ result }) => result !== undefined && result.state !== 'skip')
  const failing = ended.find(({ result }) => result.state === 'fail')
  const message = messageOf(failing ?? run)
  if (failing !== undefined) return { failed: { name: nameOf(failing), message }, ran: ended.length }
  // What is done before all tests may fail, too.
  const hasFailed = [run, ...suitesIn(run)].some(({ result }) => result?.state === 'fail')
  return { failed: hasFailed ? { name: names[0], message } : null, ran: ended.length }
}

/** As vitest's own, but vitest hears nothing of these tests; for the tests of these names. */
function quietRunner(names, start) {
  const { keptRunner } = globalThis
  const plain = Object.getPrototypeOf(keptRunner)
  const pattern = names.map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`)).join('|')
  const own = {
    config: {
      ...keptRunner.config,
      testNamePattern: new RegExp(pattern, 'u'),
      testTimeout: longestTest,
      bail: 0
    },
    cancelRun: false,
    onCollectStart: plain.onCollectStart,
    onCollected: () => {},
    onBeforeRunFiles: start,
    onAfterRunFiles: plain.onAfterRunFiles,
    onTaskUpdate: () => {},
    onAfterRunTask(test) {
      if (test.result?.state === 'fail') this.cancelRun = true
      plain.onAfterRunTask.call(this, test)
    }
  }
  return Object.assign(Object.create(keptRunner), own)
}

const suitesIn = (suite) =>
  suite.tasks.flatMap((task) => (task.type === 'suite' ? [task, ...suitesIn(task)] : []))
const testsIn = (suite) => suite.tasks.flatMap((task) => (task.type === 'suite' ? testsIn(task) : [task]))
const messageOf = ({ result }) => result?.errors?.[0]?.message ?? 'a test failed'

/** As Stryker names tests. */
function nameOf(test) {
  const parts = [test.name]
  for (let { suite } = test; suite; { suite } = suite) parts.unshift(suite.name)
  return parts.join(' ').trim()
}
