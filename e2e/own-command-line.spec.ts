/** The program itself as the command line: no window and no display. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { fixture } from './fixtures/entries'
import { environmentFor, isRoot, projectFolder } from './launch'
import { test, expect } from './test'
import type { Workspace } from './workspace'

interface Ran {
  readonly status: number | null
  readonly out: string
  readonly error: string
}

async function parley(workspace: Workspace, ...words: readonly string[]): Promise<Ran> {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _other, ...env } = environmentFor(workspace)
  const sandbox = isRoot ? ['--no-sandbox'] : []
  const args = [...sandbox, projectFolder, ...words, `--data-dir=${workspace.dataFolder}`]
  const child = spawn(electronProgram(), args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ran = { out: '', error: '' }
  child.stdout.on('data', (piece: Buffer) => (ran.out += String(piece)))
  child.stderr.on('data', (piece: Buffer) => (ran.error += String(piece)))
  await once(child, 'close')
  return { status: child.exitCode, ...ran }
}

function electronProgram(): string {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? ''
  return `${folder}/${process.platform === 'win32' ? 'electron.exe' : 'electron'}`
}

test('lists and calls servers without a display, and writes only the answer to standard output', async ({
  workspace
}) => {
  workspace.writeSettings({ mcpServers: { counter: fixture('counter') } })
  const listed = await parley(workspace, 'servers', '--json')
  expect(JSON.parse(listed.out)).toMatchObject({
    ok: true,
    servers: [{ name: 'counter', isDisabled: false }]
  })
  expect(listed.status).toBe(0)

  const refused = await parley(workspace, 'call', 'counter', 'count', '{"by":3}')
  expect(refused).toMatchObject({ status: 3, out: '' })
  expect(refused.error).toContain("Parley can't ask you")

  const called = await parley(workspace, 'call', '--yes', 'counter', 'count', '{"by":3}')
  expect(called).toMatchObject({ status: 0, out: 'counter stands at 3\n' })
  expect(fs.readdirSync(workspace.dataFolder)).not.toContain('window.json')
})
