/** What is checked for every app when its journey ends, and what is kept of one that failed. */
import type { TestInfo } from 'playwright/test'
import { expect } from './expect'
import { launchParley, type LaunchOptions, type Parley } from './launch'
import { takePicture } from './pictures'
import { listProcesses, findSurvivors } from './processes'
import { filesIn, findSecrets, findSecretsIn } from './secret-search'
import { knownSecrets } from './secrets'
import { findSentFaults } from './sent-messages'
import type { Workspace } from './workspace'

/** An app for several journeys. `closeShared` ends it. */
export async function openShared(
  workspace: Workspace,
  { withMemory, ...options }: LaunchOptions & { withMemory: () => boolean }
): Promise<Parley> {
  return searchedAtTheEnd(await launchParley(workspace, options), withMemory)
}

/**
 * Whether a secret was made since now. A snapshot of the memory costs as much as starting an app. It is taken where
 * a journey made a secret, and, for the model's key, which all journeys have, of the app that most of them visit.
 */
export function hasNewSecrets(): () => boolean {
  const known = knownSecrets().length
  return () => knownSecrets().length > known
}

/** Ends it with all checks at its end, and removes its workspace. */
export async function closeShared(parley: Parley): Promise<void> {
  const { workspace } = parley
  await quitLeavingNothing(parley)
  await expectNothingLeft(workspace)
  expectValidMessages(workspace)
  expectNoSecretFiles(workspace)
  workspace.remove()
}

/** Removes error reports that a test provokes from the list. The others fail it. */
export function forgetProblems(parley: Parley, known: RegExp): void {
  const others = parley.problems.filter((problem) => !known.test(problem))
  parley.problems.splice(0, parley.problems.length, ...others)
}

export async function expectNothingLeft(workspace: Workspace): Promise<void> {
  await expect.poll(() => listProcesses(workspace), { message: 'processes left behind' }).toEqual([])
}

export function expectValidMessages({ traceFile, readLogs }: Workspace): void {
  const faults = findSentFaults(traceFile, Object.values(readLogs()))
  expect(faults, 'messages that break the schema of their revision').toEqual([])
}

/** Before it quits, neither its memory nor its files may show a secret of the run. */
export function searchedAtTheEnd(parley: Parley, withMemory: () => boolean): Parley {
  const quit = async () => {
    const search = { withMemory: withMemory() }
    const found = parley.isRunning() ? await findSecretsIn(parley, knownSecrets(), search) : []
    await parley.quit()
    expect(found, 'secrets outside of the vault').toEqual([])
  }
  return { ...parley, quit }
}

export function expectNoSecretFiles({ folder }: Workspace): void {
  expect(findSecrets(filesIn(folder), knownSecrets()), 'secrets outside of the vault').toEqual([])
}

export async function end(parley: Parley, info: TestInfo): Promise<void> {
  if (isFailed(info)) await keepEvidence(parley, info)
  await quitLeavingNothing(parley)
  if (!isFailed(info)) expectNoProblems(parley)
}

async function quitLeavingNothing(parley: Parley): Promise<void> {
  if (!parley.isRunning()) return
  const running = parley.processes()
  await parley.quit()
  await expect.poll(() => findSurvivors(running), { message: 'processes left behind' }).toEqual([])
}

export function expectNoProblems(parley: Parley): void {
  const seen = parley.problems.splice(0)
  expect(seen, 'errors reported while the test ran').toEqual([])
}

export function isFailed(info: TestInfo): boolean {
  return info.status !== info.expectedStatus
}

export async function keepEvidence(parley: Parley, info: TestInfo): Promise<void> {
  const attach = (name: string, body: string) => info.attach(name, { body, contentType: 'text/plain' })
  const file = info.outputPath(`window-${parley.pid}.png`)
  // A window that has gone or hangs gives no picture. The logs still help.
  await takePicture(parley.window, { path: file, timeout: 3_000 }).catch(() => undefined)
  await parley.app
    .context()
    .tracing.stop({ path: info.outputPath(`trace-${parley.pid}.zip`) })
    .catch(() => undefined)
  await attach('stderr', parley.standardError())
  await attach('problems', parley.problems.join('\n'))
  for (const [name, text] of Object.entries(parley.workspace.readLogs())) await attach(name, text)
}
