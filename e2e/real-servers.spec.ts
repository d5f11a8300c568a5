/**
 * Eight real servers of the registries, pinned, each added by pasting its configuration, run in the sandbox and
 * called. All of them are in the table of `npm run compat`, which runs many more.
 */
import { spawnSync } from 'node:child_process'
import { useServer, writeFiles } from './compat/drive'
import { hasUv, isReachable, prepareHome } from './compat/registries'
import { readTable } from './compat/table'
import { expect, sharedTest as test } from './test'

const rows = readTable().filter(({ isInTests }) => isInTests === true)
const sandbox = ['--unshare-all', '--ro-bind', '/', '/', '/bin/sh', '-c', ':']
const canSandbox = process.platform === 'linux' && spawnSync('bwrap', sandbox).status === 0

test.skip(!canSandbox, 'this system can not sandbox servers')
// The registry is checked once, and all servers share one app.
test.describe.configure({ mode: 'default' })

let isReached: boolean | undefined

for (const row of rows)
  test(`fetches ${row.package}, connects it in the sandbox, and gets an answer`, async ({
    start,
    workspace
  }) => {
    const [first] = rows
    isReached ??= first !== undefined && isReachable(first.package, first.version)
    test.skip(!isReached, 'the registry of npm is not in reach')
    test.skip(row.registry === 'pypi' && !hasUv(), 'uv or Python is not here')
    const folder = workspace.file('files')
    writeFiles(row, folder)
    prepareHome(workspace.home)
    workspace.writeSettings({ mcpServers: {} })
    const { window } = await start()
    const outcome = await useServer({ window, workspace, folder }, row)
    expect(outcome.isSandboxed).toBe(true)
    expect(outcome.questions.length).toBeLessThanOrEqual(3)
  })
