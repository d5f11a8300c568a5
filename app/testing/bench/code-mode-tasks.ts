/**
 * Ten tasks over the tools of the reference servers, recorded: the calls that a model makes one step after the other, those of one
 * step side by side, and the script that does the same. Each step follows from what the one before gave. Some tasks are
 * of the kind that a script is for, the last ones are not.
 */
import type { JsonObject } from '../../contract/json'

interface Wanted {
  /** `<server>__<tool>`: the name that the model is told. */
  readonly name: string
  readonly input: JsonObject
}

export interface CodeTask {
  readonly says: string
  /** `folder`: where the files of the task lie. */
  readonly steps: (folder: string) => readonly (readonly Wanted[])[]
  readonly script: (folder: string) => string
  /** The last text of the model, which is the same either way. */
  readonly answer: string
}

/** By name. */
export const taskFiles: Readonly<Record<string, string>> = Object.fromEntries([
  ...Array.from({ length: 6 }, (_, at) => [`note-${at}.md`, note(at)] as const),
  ...Array.from({ length: 4 }, (_, at) => [`day-${at}.log`, log(at)] as const)
])

function note(at: number): string {
  const lines = Array.from({ length: 30 }, (_, line) => `${line}. What was said of the harbour, part ${at}.`)
  return [`# Note ${at}`, `Owner: person-${at % 3}`, ...lines].join('\n')
}

function log(at: number): string {
  return Array.from({ length: 60 }, (_, line) =>
    line % 20 === at ? `12:${line} ERROR pump ${at} stands still` : `12:${line} info pump ${at} runs`
  ).join('\n')
}

const ofFiles = (tool: string, input: JsonObject): Wanted => ({ name: `files__${tool}`, input })
const ofMemory = (tool: string, input: JsonObject): Wanted => ({ name: `memory__${tool}`, input })
const all = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
const notes = (folder: string) => all(6, (at) => `${folder}/note-${at}.md`)
const logs = (folder: string) => all(4, (at) => `${folder}/day-${at}.log`)

/** What reads a file as its words, whatever the server calls them. */
const read = 'const words = (result) => (typeof result === "string" ? result : result.content)'

const person = (name: string) => ({ name, entityType: 'person', observations: ['Keeps notes.'] })
const owners = all(3, (at) => `person-${at}`)

export const codeTasks: readonly CodeTask[] = [
  {
    says: 'Who owns which of the notes?',
    steps: (folder) => [
      [ofFiles('list_directory', { path: folder })],
      notes(folder).map((path) => ofFiles('read_text_file', { path }))
    ],
    script: (folder) => `${read}
const owners = {}
for (const path of ${JSON.stringify(notes(folder))}) {
  const text = words(await tools.files__read_text_file({ path }))
  owners[path] = text.match(/Owner: (.*)/)[1]
}
return owners`,
    answer: 'Each person owns two of the six notes.'
  },
  {
    says: 'Which errors stand in the logs?',
    steps: (folder) => [
      [ofFiles('search_files', { path: folder, pattern: '*.log' })],
      logs(folder).map((path) => ofFiles('read_text_file', { path }))
    ],
    script: (folder) => `${read}
const found = words(await tools.files__search_files({ path: ${JSON.stringify(folder)}, pattern: '*.log' }))
const texts = await Promise.all(found.trim().split('\\n').map((path) => tools.files__read_text_file({ path })))
return texts.flatMap((text) => words(text).split('\\n').filter((line) => line.includes('ERROR')))`,
    answer: 'Each of the four pumps stood still three times.'
  },
  {
    says: 'Which file was changed last, and how large is it?',
    steps: (folder) => [
      [ofFiles('list_directory', { path: folder })],
      [...notes(folder), ...logs(folder)].map((path) => ofFiles('get_file_info', { path }))
    ],
    script: (folder) => `${read}
const names = words(await tools.files__list_directory({ path: ${JSON.stringify(folder)} })).match(/(?<=\\[FILE\\] ).*/g)
const facts = await Promise.all(names.map(async (name) => {
  const text = words(await tools.files__get_file_info({ path: ${JSON.stringify(folder)} + '/' + name }))
  return { name, size: Number(text.match(/size: (\\d+)/)[1]), at: Date.parse(text.match(/modified: (.*)/)[1]) }
}))
return facts.sort((one, other) => other.at - one.at)[0]`,
    answer: 'It is one of the logs.'
  },
  {
    says: 'Make a file with the headings of all notes.',
    steps: (folder) => [
      [ofFiles('read_multiple_files', { paths: notes(folder) })],
      [
        ofFiles('write_file', {
          path: `${folder}/index.md`,
          content: all(6, (at) => `Note ${at}`).join('\n')
        })
      ]
    ],
    script: (folder) => `${read}
const text = words(await tools.files__read_multiple_files({ paths: ${JSON.stringify(notes(folder))} }))
const headings = text.match(/(?<=# ).*/g)
await tools.files__write_file({ path: ${JSON.stringify(`${folder}/index.md`)}, content: headings.join('\\n') })
return headings.length`,
    answer: 'index.md has six headings.'
  },
  {
    says: 'Put a copy of each note into a folder named after its owner.',
    steps: (folder) => [
      notes(folder).map((path) => ofFiles('read_text_file', { path })),
      owners.map((name) => ofFiles('create_directory', { path: `${folder}/${name}` })),
      all(6, (at) =>
        ofFiles('write_file', { path: `${folder}/person-${at % 3}/note-${at}.md`, content: note(at) })
      )
    ],
    script: (folder) => `${read}
for (const path of ${JSON.stringify(notes(folder))}) {
  const text = words(await tools.files__read_text_file({ path }))
  const folder = ${JSON.stringify(folder)} + '/' + text.match(/Owner: (.*)/)[1]
  await tools.files__create_directory({ path: folder })
  await tools.files__write_file({ path: folder + '/' + path.split('/').pop(), content: text })
}
return 'copied'`,
    answer: 'All six are copied.'
  },
  {
    says: 'Remember the owners of the notes, and what each owns.',
    steps: (folder) => [
      [ofFiles('read_multiple_files', { paths: notes(folder) })],
      [ofMemory('create_entities', { entities: owners.map(person) })],
      [
        ofMemory('add_observations', {
          observations: owners.map((entityName, at) => ({
            entityName,
            contents: [`Owns note-${at}.md`, `Owns note-${at + 3}.md`]
          }))
        })
      ]
    ],
    script: (folder) => `${read}
const text = words(await tools.files__read_multiple_files({ paths: ${JSON.stringify(notes(folder))} }))
const owned = {}
for (const [, at, owner] of text.matchAll(/# Note (\\d)\\nOwner: (.*)/g)) (owned[owner] ??= []).push('Owns note-' + at + '.md')
const names = Object.keys(owned)
await tools.memory__create_entities({ entities: names.map((name) => ({ name, entityType: 'person', observations: ['Keeps notes.'] })) })
await tools.memory__add_observations({ observations: names.map((entityName) => ({ entityName, contents: owned[entityName] })) })
return names`,
    answer: 'Three people are remembered.'
  },
  {
    says: 'Who is remembered, and how much of each?',
    steps: () => [[ofMemory('read_graph', {})], [ofMemory('open_nodes', { names: owners })]],
    script: () => `const graph = await tools.memory__read_graph()
const { entities } = typeof graph === 'string' ? JSON.parse(graph) : graph
return entities.map(({ name, observations }) => name + ': ' + observations.length)`,
    answer: 'Three people, three facts each.'
  },
  {
    says: 'Add up the numbers from 1 to 6, two at a time.',
    steps: () =>
      all(5, (at) => [{ name: 'everything__get-sum', input: { a: ((at + 1) * (at + 2)) / 2, b: at + 2 } }]),
    script: () => `let sum = 1
for (let next = 2; next <= 6; next++) sum = Number(String(await tools.everything__get_sum({ a: sum, b: next })).match(/is (\\d+)/)[1])
return sum`,
    answer: 'They make 21.'
  },
  {
    says: 'What does the first note say?',
    steps: (folder) => [[ofFiles('read_text_file', { path: `${folder}/note-0.md` })]],
    script: (folder) =>
      `return await tools.files__read_text_file({ path: ${JSON.stringify(`${folder}/note-0.md`)} })`,
    answer: 'It says what was said of the harbour.'
  },
  {
    says: 'Say hello with the tool for it.',
    steps: () => [[{ name: 'everything__echo', input: { message: 'hello' } }]],
    script: () => "return await tools.everything__echo({ message: 'hello' })",
    answer: 'It said hello.'
  }
]
