/** The reference servers in Python, unchanged, written with the first generation of its library: by `python -m`. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { LibraryServer } from '../app/testing/library-servers/library-servers'
import { needServer, overStdio } from './fixtures/library-servers'
import { startHttp } from './fixtures/local-http'
import { call, say, toolResults } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { answerCall, answers, callDialog, sendMessage, toolCard, trustAll } from './window'

const conversion = { source_timezone: 'Asia/Tokyo', time: '09:30', target_timezone: 'Asia/Kolkata' }

test('ECO-01 ECO-02 SYS-57 SYS-58 SYS-61: calls the time, git and fetch servers, and shows the address before fetching', async ({
  start,
  startModel,
  workspace
}) => {
  const python = await needServer('reference')
  const repository = workspace.file('repository')
  execFileSync('git', ['init', '--quiet', '--initial-branch=teatime', repository])
  await using site = await startHttp((_request, response) => void response.end('Two spoons of Darjeeling'))
  const asked: readonly [server: string, tool: string, input: object, said: string][] = [
    ['time', 'convert_time', conversion, '-3.5h'],
    ['git', 'git_status', { repo_path: repository }, 'On branch teatime'],
    ['fetch', 'fetch', { url: site.origin }, 'Two spoons of Darjeeling']
  ]
  const model = await startModel([
    ...asked.map(([server, tool, input]) => [call(server, tool, input)]),
    [say('It is six there.')]
  ])
  const mcpServers = {
    time: overStdio(python, 'mcp_server_time', '--local-timezone=Europe/Lisbon'),
    git: overStdio(python, 'mcp_server_git', '--repository', repository),
    fetch: overStdio(python, 'mcp_server_fetch', '--allow-private-ips')
  }
  workspace.writeSettings({ mcpServers, ...model.settings })
  const { window } = await start()
  await trustAll(window, Object.keys(mcpServers))
  await sendMessage(window, 'It is 9:30 in Tokyo. And in Kolkata?')
  for (const [server, tool, input, said] of asked) {
    await expect(callDialog(window, server, tool)).toContainText(Object.values(input)[0] as string)
    await answerCall(window, { server, tool, answer: 'Allow once' })
    await expect(toolCard(window, server, tool)).toContainText(said)
  }
  await expect(answers(window).last()).toContainText('It is six there.')
  await expect(toolCard(window, 'time', 'convert_time')).toHaveCount(1)
  expect(toolResults(model.requests()[1])[0]?.text).toMatch(/T06:00:00\+05:30/)
})

test('SYS-65: shows the schema of the SQLite server, reads after approval, and writes nothing without one', async ({
  start,
  startModel,
  workspace
}) => {
  const python = await needServer('reference')
  const file = workspace.file('tea.db')
  query(python, file, 'CREATE TABLE teas (name TEXT)', "INSERT INTO teas VALUES ('Darjeeling')")
  const model = await startModel([
    [call('sqlite', 'describe_table', { table_name: 'teas' })],
    [call('sqlite', 'read_query', { query: 'SELECT name FROM teas' })],
    [call('sqlite', 'write_query', { query: 'DELETE FROM teas' })],
    [say('One tea.')]
  ])
  // It can't be started by `python -m`: its package installs a program.
  const program = path.join(path.dirname(python.command), 'mcp-server-sqlite')
  const sqlite = { command: program, args: ['--db-path', file] }
  workspace.writeSettings({ mcpServers: { sqlite }, ...model.settings })
  const { window } = await start()
  await trustAll(window, ['sqlite'])
  await sendMessage(window, 'What is in it?')
  await answerCall(window, { server: 'sqlite', tool: 'describe_table', answer: 'Allow once' })
  await answerCall(window, { server: 'sqlite', tool: 'read_query', answer: 'Allow once' })
  await expect(callDialog(window, 'sqlite', 'write_query')).toContainText('DELETE FROM teas')
  await answerCall(window, { server: 'sqlite', tool: 'write_query', answer: 'Deny' })
  await expect(answers(window).last()).toContainText('One tea.')
  expect(toolResults(model.requests()[1])[0]?.text).toContain('TEXT')
  expect(toolResults(model.requests()[2]).at(-1)?.text).toContain('Darjeeling')
  expect(query(python, file, 'SELECT name FROM teas')).toContain('Darjeeling')
})

/** The rows of the last statement, as Python prints them. */
function query({ command }: LibraryServer, file: string, ...statements: string[]): string {
  const program = `
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as database:
    for statement in sys.argv[2:]:
        rows = database.execute(statement).fetchall()
print(rows)
`
  return execFileSync(command, ['-c', program, file, ...statements], { encoding: 'utf8' })
}
