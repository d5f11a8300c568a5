/** Settings of the corpus in the window: it opens, says what is wrong, starts nothing and leaves the file alone. */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from '../expect'
import type { Parley } from '../launch'
import { messageBox } from '../window'
import type { Workspace } from '../workspace'
import { corpus, type HostileCase } from './corpus'
import { watchWindow } from './observe'

export interface SettingsDrive {
  readonly item: HostileCase
  readonly workspace: Workspace
  readonly start: () => Promise<Parley>
}

export async function driveSettings({ item, workspace, start }: SettingsDrive): Promise<void> {
  fs.mkdirSync(workspace.dataFolder, { recursive: true })
  const isMade = item.file.endsWith('.mjs')
  if (isMade) await makeSettings(item, workspace)
  else fs.copyFileSync(path.join(corpus, item.file), workspace.settingsFile)
  const before = isMade ? null : fs.readFileSync(workspace.settingsFile)
  const parley = await start()
  const watch = await watchWindow(parley, workspace)
  await expect(messageBox(parley.window).or(parley.window.getByRole('dialog')).first()).toBeVisible()
  await watch.check()
  if (before !== null)
    expect.soft(before.equals(fs.readFileSync(workspace.settingsFile)), 'the file as it was').toBe(true)
  expect.soft(await watch.openedLinks(), 'links that were opened').toEqual([])
}

async function makeSettings(item: HostileCase, workspace: Workspace): Promise<void> {
  const made = workspace.file('made')
  const args = [path.join(corpus, item.file), made, '--huge-mb=8']
  const maker = spawn(process.execPath, args, { stdio: 'ignore' })
  await new Promise((resolve) => maker.once('close', resolve))
  fs.renameSync(path.join(made, item.args[0] ?? ''), workspace.settingsFile)
}
