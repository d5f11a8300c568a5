/** A server whose program is missing says what to install. A program that only the user's shell finds is found. */
import fs from 'node:fs'
import path from 'node:path'
import { serverFile } from './fixtures/entries'
import { expect, sharedTest, test } from './test'
import { openServers, serverItem, trustAll, trustDialog } from './window'

sharedTest(
  'CONF-12: says for the git server without uvx what to install, and where it looked',
  async ({ start, workspace }) => {
    const empty = workspace.file('empty')
    fs.mkdirSync(empty)
    fs.writeFileSync(path.join(empty, 'uvw'), '#!/bin/sh\n', { mode: 0o755 })
    workspace.writeSettings({
      mcpServers: { git: { command: 'uvx', args: ['mcp-server-git'], env: { PATH: empty } } },
      models: { default: 'direct' }
    })
    const { window } = await start()
    // Nothing is asked, so the state shows when the settings are read.
    await expect(window.getByText('1 failed', { exact: true })).toBeVisible()
    const servers = await openServers(window)
    const git = serverItem(servers, 'git')
    await expect(git).toContainText("The command “uvx” wasn't found.")
    await expect(git).toContainText('Did you mean “uvw”?')
    await expect(git).toContainText('It is part of uv. Install that with “')
    await expect(git).toContainText('https://docs.astral.sh/uv')
    await expect(git).toContainText(`Searched: ${empty}.`)
    // Parley doesn't ask to trust a missing program.
    await expect(trustDialog(window, 'git')).toHaveCount(0)
  }
)

test('SYS-32: finds a program that only the login shell finds, gives its server no key of the shell, and runs dotnet run --project, given in full or as its path', async ({
  start,
  workspace
}) => {
  const tools = workspace.file('tools of a shell')
  const bin = workspace.file('bin')
  for (const folder of [tools, bin]) fs.mkdirSync(folder)
  const words = [process.execPath, serverFile('counter.mjs')].map((word) => `'${word}'`).join(' ')
  fs.writeFileSync(path.join(tools, 'counter-of-mine'), `#!/bin/sh\nexec ${words}\n`, { mode: 0o755 })
  fs.writeFileSync(
    path.join(workspace.home, '.bash_profile'),
    `echo hello\nexport PATH="$PATH:${tools}" KEY_OF_THE_SHELL=unwanted\n`
  )
  // A stand-in: it takes the arguments of the real one, and nothing else.
  const project = workspace.file('weather.csproj')
  fs.writeFileSync(project, '<Project Sdk="Microsoft.NET.Sdk" />')
  const script = `#!/bin/sh\n[ "$1 $2 $3" = "run --project ${project}" ] && exec ${words}\nexit 1\n`
  fs.writeFileSync(path.join(bin, 'dotnet'), script, { mode: 0o755 })
  workspace.writeSettings({
    mcpServers: {
      mine: { command: 'counter-of-mine' },
      whole: { command: 'dotnet', args: ['run', '--project', project] },
      short: { command: project }
    },
    models: { default: 'direct' }
  })
  const env = { SHELL: '/bin/bash', PATH: `${bin}:${process.env['PATH'] ?? ''}` }
  const parley = await start({ env })
  await trustAll(parley.window, ['mine', 'whole', 'short'])
  const environments = parley.processes().map(({ pid }) => fs.readFileSync(`/proc/${pid}/environ`, 'utf8'))
  expect(environments.filter((text) => text.includes(tools))).not.toEqual([])
  expect(environments.filter((text) => text.includes('KEY_OF_THE_SHELL'))).toEqual([])
})
