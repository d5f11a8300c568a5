/**
 * The test function of all journeys. Each test gets its own workspace; every app that it starts is ended
 * afterwards, may have reported no error and may leave no process. A failure keeps screenshot and logs; with
 * PARLEY_E2E_TRACE=1, or at a second try, a trace too.
 */
import { test as base, type TestInfo } from 'playwright/test'
import { expect } from './expect'
import { startModel, type Model } from './fixtures/model'
import { launchParley, type LaunchOptions, type Parley } from './launch'
import { processesOf, survivorsOf } from './processes'
import { knownSecrets } from './secrets'
import { filesIn, findSecrets, findSecretsOf } from './secret-search'
import { findSentFaults } from './sent-messages'
import { createWorkspace, type SettingsFile, type Workspace } from './workspace'

export { expect }

interface Fixtures {
  workspace: Workspace
  /** Opens the app on the test's workspace; may be called again after the first one has ended. */
  start: (options?: LaunchOptions) => Promise<Parley>
  /** A scripted model that ends with the test. */
  startModel: typeof startModel
}

export const test = base.extend<Fixtures>({
  workspace: async ({}, use) => {
    const workspace = createWorkspace()
    await use(workspace)
    await expectNothingLeft(workspace)
    expectValidMessages(workspace)
    expectNoSecretFiles(workspace)
    workspace.remove()
  },
  start: async ({ workspace }, use, info) => {
    const started: Parley[] = []
    const known = knownSecrets().length
    // A picture of the memory costs as much as the start of an app. Apps that several journeys share, with the key of a
    // model, are always searched; here a secret that the journey made is looked for.
    const withMemory = () => knownSecrets().length > known
    await use(async (options) => {
      const parley = searchedAtTheEnd(await launchParley(workspace, options), withMemory)
      started.push(parley)
      return parley
    })
    for (const parley of started) await end(parley, info)
  },
  startModel: async ({}, use) => {
    const models: Model[] = []
    await use(async (...args) => {
      const model = await startModel(...args)
      models.push(model)
      return model
    })
    for (const model of models) await model.close()
  }
})

/**
 * One app for all tests of a file or block; the returned function gives it to a test. `isStory`: each test goes on where
 * the one before it ended, and none is worth a try after one that failed.
 */
export function shareParley(
  prepare: (workspace: Workspace) => SettingsFile | Promise<SettingsFile>,
  { withMemory = true, isStory = false } = {}
): () => Parley {
  // In one worker, one after the other, where all others are dealt out one by one.
  test.describe.configure({ mode: isStory ? 'serial' : 'default' })
  let shared: { parley: Parley; workspace: Workspace } | undefined
  const parley = () => {
    if (!shared) throw new Error('The app is there inside tests only.')
    return shared.parley
  }
  test.beforeAll(async () => {
    const workspace = createWorkspace()
    workspace.writeSettings(await prepare(workspace))
    shared = { workspace, parley: searchedAtTheEnd(await launchParley(workspace), () => withMemory) }
  })
  test.afterEach(async ({}, info) => {
    if (isFailed(info)) await keepEvidence(parley(), info)
    expectNoProblems(parley())
  })
  test.afterAll(async () => {
    if (!shared) return
    await quitLeavingNothing(shared.parley)
    await expectNothingLeft(shared.workspace)
    expectValidMessages(shared.workspace)
    expectNoSecretFiles(shared.workspace)
    shared.workspace.remove()
  })
  return parley
}

/** Takes error reports that a test provokes off the list; what stays fails it. */
export function forgetProblems(parley: Parley, known: RegExp): void {
  const others = parley.problems.filter((problem) => !known.test(problem))
  parley.problems.splice(0, parley.problems.length, ...others)
}

export async function expectNothingLeft(workspace: Workspace): Promise<void> {
  await expect.poll(() => processesOf(workspace), { message: 'processes left behind' }).toEqual([])
}

function expectValidMessages({ traceFile, readLogs }: Workspace): void {
  const faults = findSentFaults(traceFile, Object.values(readLogs()))
  expect(faults, 'messages that break the schema of their revision').toEqual([])
}

/** Before it quits nothing that it holds or has written may show a secret of the run. */
function searchedAtTheEnd(parley: Parley, withMemory: () => boolean): Parley {
  const quit = async () => {
    const search = { withMemory: withMemory() }
    const found = parley.isRunning() ? await findSecretsOf(parley, knownSecrets(), search) : []
    await parley.quit()
    expect(found, 'secrets outside of the vault').toEqual([])
  }
  return { ...parley, quit }
}

function expectNoSecretFiles({ folder }: Workspace): void {
  expect(findSecrets(filesIn(folder), knownSecrets()), 'secrets outside of the vault').toEqual([])
}

async function end(parley: Parley, info: TestInfo): Promise<void> {
  if (isFailed(info)) await keepEvidence(parley, info)
  await quitLeavingNothing(parley)
  if (!isFailed(info)) expectNoProblems(parley)
}

async function quitLeavingNothing(parley: Parley): Promise<void> {
  if (!parley.isRunning()) return
  const running = parley.processes()
  await parley.quit()
  await expect.poll(() => survivorsOf(running), { message: 'processes left behind' }).toEqual([])
}

function expectNoProblems(parley: Parley): void {
  const seen = parley.problems.splice(0)
  expect(seen, 'errors reported while the test ran').toEqual([])
}

function isFailed(info: TestInfo): boolean {
  return info.status !== info.expectedStatus
}

async function keepEvidence(parley: Parley, info: TestInfo): Promise<void> {
  const attach = (name: string, body: string) => info.attach(name, { body, contentType: 'text/plain' })
  const file = info.outputPath(`window-${parley.pid}.png`)
  // A window that has gone or hangs gives no picture; the logs still tell.
  await parley.window.screenshot({ path: file, timeout: 3_000 }).catch(() => undefined)
  await parley.app
    .context()
    .tracing.stop({ path: info.outputPath(`trace-${parley.pid}.zip`) })
    .catch(() => undefined)
  await attach('stderr', parley.standardError())
  await attach('problems', parley.problems.join('\n'))
  for (const [name, text] of Object.entries(parley.workspace.readLogs())) await attach(name, text)
}
