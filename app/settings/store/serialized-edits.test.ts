/**
 * One settings file that a user and Parley edit in turn, two hundred times: each keeps what the other wrote. A failure
 * reports its seed.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createScanner, getNodeValue, parse, parseTree, type Node } from 'jsonc-parser'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { silentLogger } from '../../base/logger'
import { createRandom, type Random } from '../../testing/fuzz/random'
import { seeds } from '../../testing/fuzz/seeds'
import { createMemoryFacts } from '../../testing/memory-facts'
import { createSettings, type Settings } from './settings-store'

const editCount = 200
const resource = (name: string) => fileURLToPath(new URL(`../../../resources/${name}`, import.meta.url))

const begun = `// comment 1
{
  // comment 2
  "mcpServers": {
    /* comment 3 */
    "notes": { "command": "node", "args": ["notes.js"], /* comment 4 */ "autoStart": true }, // comment 5

    "work": {
        // comment 6
        "url": "https://work.example/mcp",
        "headers": { "X-Team": "tea" /* comment 7 */ },
        "unknownToParley": { "kept": [1, 2, 3] }, // comment 8
    },
\t"tabs":\t{ "command": "deno" }
  },
  "otherProgram": { "mine": true }, /* comment 9 */
  "appearance": { "theme": "dark" },
  "roots": [
    "/srv/one", // comment 10
    "/srv/two"
  ],
  // comment 11
}
// comment 12
`

let folder: string
let file: string
let settings: Settings
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-edits-'))
  file = path.join(folder, 'settings.json')
  await writeFile(file, begun)
  settings = createSettings({
    file,
    dataFolder: folder,
    schemaFile: resource('settings.schema.json'),
    defaultText: await readFile(resource('default-settings.jsonc'), 'utf8'),
    now: Date.now,
    facts: createMemoryFacts(),
    log: silentLogger
  })
  await settings.start()
})
afterEach(async () => {
  await settings.dispose()
  await rm(folder, { recursive: true, force: true })
})

const text = () => readFile(file, 'utf8')

/** Paths of values that an edit changed. Everything at and below them may differ. */
type Meant = readonly (readonly string[])[]

it.each(seeds(1))(
  'loses no comment, key or order in 200 edits by hand and by Parley in turn (seed %i)',
  async (seed) => {
    const random = createRandom(seed)
    for (let count = 1; count <= editCount; count += 1) {
      const before = await text()
      const meant =
        count % 2 === 0 ? await editByApp(random, before, count) : await editByHand(random, before, count)
      expectKept(before, await text(), { meant, isByHand: count % 2 === 1 })
    }
    expect(commentsOf(await text()).length).toBeGreaterThan(50)
  },
  120_000
)

/** Always adds a unique comment; sometimes a key, a value or a server. */
async function editByHand(random: Random, before: string, count: number): Promise<Meant> {
  const kind = random.below(4)
  const [edited, meant] =
    kind === 0
      ? withKey(random, before, count)
      : kind === 1
        ? withServer(before, count)
        : ([before, []] as const)
  const mark = random.once(2) ? `/* by hand ${count} */` : `// by hand ${count}\n`
  const places = tokenEnds(edited)
  const at = random.pick(places)
  await writeFile(file, `${edited.slice(0, at)} ${mark}${edited.slice(at)}`)
  return meant
}

function withKey(random: Random, before: string, count: number): readonly [string, Meant] {
  const objects = [['otherProgram'], ['mcpServers', 'work', 'unknownToParley'], []]
  const place = random.pick(objects)
  const node = find(before, place)
  if (node === undefined) return [before, []]
  const key = `key${count}`
  const at = node.offset + 1
  return [`${before.slice(0, at)} "${key}": ${count},${before.slice(at)}`, [[...place, key]]]
}

function withServer(before: string, count: number): readonly [string, Meant] {
  const node = find(before, ['mcpServers'])
  const at = (node?.offset ?? 0) + 1
  const name = `hand${count}`
  const entry = `"${name}": { "command": "node", "args": [ "${count}.js" ] /* of ${name} */ },`
  return [`${before.slice(0, at)}\n    ${entry}${before.slice(at)}`, [['mcpServers', name]]]
}

async function editByApp(random: Random, before: string, count: number): Promise<Meant> {
  const names = Object.keys((parse(before) as { mcpServers: object }).mcpServers)
  const name = random.pick(names)
  const entry = ['mcpServers', name]
  switch (random.below(7)) {
    case 0:
      await settings.setValues({ 'appearance.theme': random.pick(['light', 'dark', 'system']) })
      return [['appearance', 'theme']]
    case 1:
      await settings.setValues({ 'conversation.maxToolSteps': 1 + random.below(99) })
      return [['conversation']]
    case 2:
      await settings.setServerChoices(name, { isAutoStart: random.once(2), timeoutMs: 1_000 * count })
      return [
        [...entry, 'autoStart'],
        [...entry, 'timeoutMs']
      ]
    case 3:
      await settings.setTools(name, [`tool ${random.below(3)}`], { isDisabled: random.once(2) })
      return [[...entry, 'tools']]
    case 4: {
      const json = await settings.readServerEntry(name)
      const at = json.indexOf('{') + 1
      await settings.saveServerEntry(
        name,
        name,
        `${json.slice(0, at)} "cwd": "/srv/${count}",${json.slice(at)}`
      )
      return [[...entry, 'cwd']]
    }
    case 5:
      await settings.setModelPrice(`some/model-${random.below(3)}`, {
        inputPerMillion: count,
        outputPerMillion: 1
      })
      return [['models']]
    default: {
      const [added = ''] = await settings.pasteServers(
        JSON.stringify({ [`app${count}`]: { command: 'node' } })
      )
      return [['mcpServers', added]]
    }
  }
}

interface Edit {
  readonly meant: Meant
  readonly isByHand: boolean
}

function expectKept(before: string, after: string, { meant, isByHand }: Edit): void {
  const isMeant = (place: string) => meant.some((each) => isBelow(place, pointer(each)))
  // All comments, in order. Parley adds none.
  const added = new Set(isByHand ? commentsOf(after).filter((one) => !commentsOf(before).includes(one)) : [])
  expect(commentsOf(after).filter((one) => !added.has(one))).toEqual(commentsOf(before))
  // Keys in order, and values: everything that the edit didn't change.
  const [old, now] = [leavesOf(before), leavesOf(after)]
  expect(now.filter(([place]) => !isMeant(place))).toEqual(old.filter(([place]) => !isMeant(place)))
  expect(old.length).toBeGreaterThan(5)
}

function isBelow(place: string, above: string): boolean {
  return place === above || place.startsWith(`${above}/`)
}

function pointer(place: readonly (string | number)[]): string {
  return place.map((segment) => `/${segment}`).join('')
}

function commentsOf(json: string): string[] {
  const scanner = createScanner(json, false)
  const found: string[] = []
  for (let kind = scanner.scan(); kind !== 17; kind = scanner.scan())
    if (kind === 12 || kind === 13) found.push(scanner.getTokenValue().trim())
  return found
}

/** Where each token except comments and blanks ends: a comment may be inserted there. */
function tokenEnds(json: string): number[] {
  const scanner = createScanner(json, true)
  const ends: number[] = []
  while (scanner.scan() !== 17) ends.push(scanner.getTokenOffset() + scanner.getTokenLength())
  return ends
}

function find(json: string, place: readonly string[]): Node | undefined {
  return place.reduce<Node | undefined>(
    (node, key) => node?.children?.find(({ children }) => children?.[0]?.value === key)?.children?.[1],
    parseTree(json, [], { allowTrailingComma: true })
  )
}

/** Every value with its path, in the order of the file. */
function leavesOf(json: string): (readonly [string, unknown])[] {
  const leaves: (readonly [string, unknown])[] = []
  const visit = (node: Node, place: readonly (string | number)[]): void => {
    if (node.type === 'object')
      for (const { children = [] } of node.children ?? [])
        visit(children[1] as Node, [...place, String(children[0]?.value)])
    else if (node.type === 'array') node.children?.forEach((each, at) => visit(each, [...place, at]))
    else leaves.push([pointer(place), getNodeValue(node)])
  }
  const root = parseTree(json, [], { allowTrailingComma: true })
  expect(root).toBeDefined()
  if (root !== undefined) visit(root, [])
  return leaves
}
