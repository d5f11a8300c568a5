/**
 * The reference servers with exactly the sandbox choices of their suggested entries (tested by
 * app/host/tests/sandbox/new-entries.test.ts): all of their tools answer in a sandbox as outside of it.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sandboxFinder } from '../../sandbox/available/find-sandbox'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import { readyMadeEntry } from '../../contract/servers/ready-made-permissions'
import type { JsonObject } from '../../contract/json'
import { readyMadePermissions } from '../../testing/ready-made-permissions'
import type { ConnectionInfo } from '../interface'
import { fixture, installed, watchClients, type WatchedClients } from '../testing/watched-clients'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)
const closed: SandboxChoices = { read: [], write: [], hosts: [] }
type Call = readonly [tool: string, args?: JsonObject]

let watched: WatchedClients
let testFolder: string
beforeEach(async () => {
  testFolder = await realpath(await mkdtemp('/var/tmp/reference-'))
  watched = watchClients({
    closedFolders: [],
    nodePreload: path.resolve('resources/node-network.cjs'),
    pythonFolder: path.resolve('resources/python')
  })
})
afterEach(async () => {
  await watched.clients.shutdown()
  await rm(testFolder, { recursive: true, force: true })
})

/** Removes what differs between two runs: paths, times, sizes of folders, random names. */
function withoutChance(text: string, folder: string): string {
  return text
    .replaceAll(folder, '‹folder›')
    .replaceAll(/[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d{4} [\d:]+ GMT\+\d{4} \([^)]*\)/g, '‹time›')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '‹time›')
    .replaceAll(/\d{1,2}:\d\d:\d\d (?:AM|PM)/g, '‹time›')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '‹id›')
    .replaceAll(/[\da-f]{32}/g, '‹id›')
}

async function answersOf(info: ConnectionInfo, calls: readonly Call[], folder: string): Promise<string[]> {
  const answers: string[] = []
  for (const [name, args = {}] of calls) {
    const outcome = await watched.call(info, name, args)
    const said = outcome.type === 'completed' ? [outcome.isError, outcome.content] : [outcome.type]
    const text = withoutChance(JSON.stringify(said), folder)
    // The sandbox adds variables for the proxy.
    answers.push(`${name}: ${name === 'get-env' ? String(text.includes('HOME')) : text}`)
  }
  return answers
}

interface Compared {
  /** Node by default. */
  readonly command?: string
  readonly file: string
  readonly args?: (folder: string) => string[]
  readonly env?: (folder: string) => Record<string, string>
  readonly opened: (folder: string) => SandboxChoices
  readonly calls: (folder: string) => readonly Call[]
}

/** Runs the same calls with and without a sandbox, each with its own folder with the same initial content. */
async function compare({ command = process.execPath, file, args, env, opened, calls }: Compared) {
  const one = async (name: string, isContained: boolean) => {
    const folder = path.join(testFolder, name)
    await mkdir(folder)
    await writeFile(path.join(folder, 'page.md'), 'first line\nsecond line\n')
    const walls = isContained ? { containment: opened(folder) } : {}
    const more = { command, env: env?.(folder) ?? {}, ...walls }
    const info = await watched.startFile(file, args?.(folder), more)
    const offered = info.tools.map((tool) => tool.name)
    const planned = calls(folder)
    expect(offered.filter((tool) => !planned.some(([called]) => called === tool))).toEqual([])
    return await answersOf(info, planned, folder)
  }
  const [without, contained] = await Promise.all([one('without', false), one('contained', true)])
  expect(contained).toEqual(without)
  // These calls attempt nothing forbidden. Incidental accesses don't count.
  const refused = watched.news('fileAccessed').filter(({ access }) => access !== 'wrote')
  expect(refused).toEqual([])
  return contained
}

const everything: readonly Call[] = [
  ['echo', { message: 'hello' }],
  ['get-annotated-message', { messageType: 'error', includeImage: true }],
  ['get-env'],
  ['get-resource-links', { count: 2 }],
  ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
  ['get-structured-content', { location: 'Chicago' }],
  ['get-sum', { a: 1, b: 2 }],
  ['get-tiny-image'],
  ['gzip-file-as-resource', { name: 'a.gz', data: 'data:text/plain,hello', outputType: 'resource' }],
  ['toggle-simulated-logging'],
  ['toggle-simulated-logging'],
  ['toggle-subscriber-updates'],
  ['toggle-subscriber-updates'],
  ['trigger-long-running-operation', { duration: 0.1, steps: 2 }],
  ['get-roots-list'],
  ['trigger-elicitation-request'],
  ['trigger-url-elicitation', { url: 'https://example.com/' }],
  ['trigger-sampling-request', { prompt: 'say', maxTokens: 10 }],
  ['simulate-research-query', { topic: 'walls' }],
  ['trigger-sampling-request-async', { prompt: 'say', maxTokens: 10 }],
  ['trigger-elicitation-request-async']
]

function filesystem(folder: string): readonly Call[] {
  const at = (name: string) => path.join(folder, name)
  return [
    ['list_allowed_directories'],
    ['create_directory', { path: at('made') }],
    ['write_file', { path: at('made/note.md'), content: 'one\ntwo\n' }],
    ['edit_file', { path: at('made/note.md'), edits: [{ oldText: 'two', newText: 'three' }] }],
    ['read_file', { path: at('made/note.md') }],
    ['read_text_file', { path: at('page.md'), head: 1 }],
    ['read_multiple_files', { paths: [at('page.md'), at('made/note.md')] }],
    ['write_file', { path: at('dot.png'), content: 'no picture' }],
    ['read_media_file', { path: at('dot.png') }],
    ['list_directory', { path: folder }],
    ['list_directory_with_sizes', { path: at('made') }],
    ['directory_tree', { path: folder }],
    ['search_files', { path: folder, pattern: '**/*.md' }],
    ['move_file', { source: at('page.md'), destination: at('made/page.md') }],
    ['get_file_info', { path: at('made/page.md') }],
    ['read_text_file', { path: at('made/page.md') }],
    ['read_text_file', { path: '/etc/hostname' }]
  ]
}

const tea = { name: 'Tea', entityType: 'drink', observations: ['hot'] }
const cup = { name: 'Cup', entityType: 'thing', observations: [] }
const relation = { from: 'Tea', to: 'Cup', relationType: 'is in' }
const memory: readonly Call[] = [
  ['create_entities', { entities: [tea, cup] }],
  ['create_relations', { relations: [relation] }],
  ['add_observations', { observations: [{ entityName: 'Tea', contents: ['green'] }] }],
  ['read_graph'],
  ['search_nodes', { query: 'green' }],
  ['open_nodes', { names: ['Cup'] }],
  ['delete_observations', { deletions: [{ entityName: 'Tea', observations: ['hot'] }] }],
  ['delete_relations', { relations: [relation] }],
  ['delete_entities', { entityNames: ['Cup'] }],
  ['read_graph']
]

const thoughts: readonly Call[] = [
  ['sequentialthinking', { thought: 'one', nextThoughtNeeded: true, thoughtNumber: 1, totalThoughts: 2 }],
  ['sequentialthinking', { thought: 'two', nextThoughtNeeded: false, thoughtNumber: 2, totalThoughts: 2 }]
]

// Some of their tools take seconds by design.
describe.skipIf(!canContain)('the reference servers in a sandbox', { timeout: 300_000 }, () => {
  it('everything: answers as outside with nothing allowed', async () => {
    watched.answer = ({ type }) =>
      type !== 'sampling'
        ? { type: 'elicitation', action: 'decline', content: null }
        : { type: 'error', code: -1, message: 'The person refused' }
    const answers = await compare({
      file: installed('server-everything'),
      opened: (folder) => readyMadePermissions('everything', folder),
      calls: () => everything
    })
    expect(answers).toContain('get-sum: [false,[{"type":"text","text":"The sum of 1 and 2 is 3."}]]')
  })

  it('filesystem: answers as outside with one writable folder', async () => {
    const answers = await compare({
      file: installed('server-filesystem'),
      args: (folder) => readyMadeEntry('filesystem', folder).args.slice(2),
      opened: (folder) => readyMadePermissions('filesystem', folder),
      calls: filesystem
    })
    expect(answers.at(-2)).toContain('first line')
    expect(answers.at(-1)).toContain('Access denied')
  })

  it('memory: answers as outside with the folder of its file writable', async () => {
    const answers = await compare({
      file: installed('server-memory'),
      env: (folder) => ({ ...readyMadeEntry('memory', folder).env }),
      opened: (folder) => readyMadePermissions('memory', folder),
      calls: () => memory
    })
    expect(answers.at(-1)).toContain('green')
  })

  it('sequential thinking: answers as outside with nothing allowed', async () => {
    await compare({
      file: installed('server-sequential-thinking'),
      opened: (folder) => readyMadePermissions('sequential-thinking', folder),
      calls: () => thoughts
    })
  })

  it('Python: the weather of the quickstart answers as outside with nothing allowed, using only the standard library', async () => {
    await compare({
      command: '/usr/bin/python3',
      file: fixture('weather.py'),
      opened: () => closed,
      calls: () => [['get_forecast', { place: 'Rome' }]]
    })
  })

  it('Python: a database answers as outside with one writable folder', async () => {
    const answers = await compare({
      command: '/usr/bin/python3',
      file: fixture('sqlite.py'),
      args: (folder) => ['--db-path', path.join(folder, 'notes.db')],
      opened: (folder) => ({ ...closed, write: [folder] }),
      calls: () => [
        ['write_query', { query: 'CREATE TABLE tea (name TEXT)' }],
        ['write_query', { query: "INSERT INTO tea VALUES ('green')" }],
        ['read_query', { query: 'SELECT name FROM tea' }]
      ]
    })
    expect(answers.at(-1)).toContain('green')
  })
})
