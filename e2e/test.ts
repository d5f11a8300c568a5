/**
 * The test function of all journeys. Each test gets its own workspace. Every app that it starts is ended afterwards,
 * and may report no error and leave no process. A failure keeps screenshot and logs; with PARLEY_E2E_TRACE=1 a trace
 * too.
 */
import { test as base } from 'playwright/test'
import {
  closeShared,
  end,
  expectNoProblems,
  expectNoSecretFiles,
  expectNothingLeft,
  expectValidMessages,
  hasNewSecrets,
  isFailed,
  keepEvidence,
  openShared,
  searchedAtTheEnd
} from './ending'
import { expect } from './expect'
import { closeBrowser } from './fixtures/browser'
import { startModel, type Model } from './fixtures/model'
import { createSharedApp, type SharedApp } from './shared-app'
import { launchParley, type LaunchOptions, type Parley } from './launch'
import { createWorkspace, type SettingsFile, type Workspace } from './workspace'

export { expect }
export { expectNothingLeft, forgetProblems } from './ending'

export interface Fixtures {
  workspace: Workspace
  /** Opens the app on the test's workspace. May be called again after the first one has ended. */
  start: (options?: LaunchOptions) => Promise<Parley>
  /** A scripted model that ends with the test. */
  startModel: typeof startModel
}

export const test = base.extend<Fixtures, { browserEnd: void; sharedApp: SharedApp }>({
  browserEnd: [
    async ({}, use) => {
      await use()
      await closeBrowser()
    },
    { scope: 'worker', auto: true }
  ],
  // For all journeys. Otherwise a worker would end between two that differ in it.
  sharedApp: [
    async ({}, use) => {
      const sharedApp = createSharedApp()
      await use(sharedApp)
      await sharedApp.close()
    },
    { scope: 'worker' }
  ],
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
    const withMemory = hasNewSecrets()
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
 * The same for a journey without an app of its own, which saves most of a journey's cost: it visits an open one and
 * finds a new conversation, servers that aren't trusted yet, and a folder of its own. It may quit the app and start
 * it again. @see shared-app.ts
 */
export const sharedTest = test.extend({
  workspace: async ({ sharedApp }, use, info) => {
    const { parley, workspace } = await sharedApp.enter()
    await use(workspace)
    if (isFailed(info)) await keepEvidence(parley, info)
    else await sharedApp.leave()
  },
  start: async ({ sharedApp, workspace }, use) => {
    await use(async ({ isMoving = false, ...others } = {}) => {
      if (Object.keys(others).length > 0)
        throw new Error('A journey that says how the app starts needs one of its own.')
      const parley = await sharedApp.show()
      if (isMoving) await parley.window.emulateMedia({ reducedMotion: 'no-preference' })
      return { ...parley, workspace }
    })
  },
  startModel: async ({ sharedApp, startModel: startOwn }, use) => {
    // Another API is at another address, which the app needs to know.
    await use((script, options) =>
      options === undefined || options.api === 'Messages'
        ? Promise.resolve(sharedApp.model(script))
        : startOwn(script, options)
    )
  }
})

/**
 * One app for all tests of a file or block. The returned function gives it to a test. `isStory`: each test continues
 * where the one before it ended, and none is retried after a failure.
 */
export function shareParley(
  prepare: (workspace: Workspace) => SettingsFile | Promise<SettingsFile>,
  { isStory = false, isMoving = false } = {}
): () => Parley {
  // In one worker, one after the other, where all others are distributed separately.
  test.describe.configure({ mode: isStory ? 'serial' : 'default' })
  let shared: { parley: Parley; workspace: Workspace } | undefined
  const parley = () => {
    if (!shared) throw new Error('The app is there inside tests only.')
    return shared.parley
  }
  test.beforeAll(async () => {
    const withMemory = hasNewSecrets()
    const workspace = createWorkspace()
    workspace.writeSettings(await prepare(workspace))
    shared = { workspace, parley: await openShared(workspace, { isMoving, withMemory }) }
  })
  test.afterEach(async ({}, info) => {
    if (isFailed(info)) await keepEvidence(parley(), info)
    expectNoProblems(parley())
  })
  test.afterAll(async () => {
    if (shared) await closeShared(shared.parley)
  })
  return parley
}
