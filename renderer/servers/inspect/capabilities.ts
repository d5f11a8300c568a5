/** What a server says that it can do, in words. Names that Parley does not know stay as they are. Pure. */

export interface Capability {
  readonly name: string
  /** What it adds, in the server's order. */
  readonly details: readonly string[]
}

const words: Readonly<Record<string, string>> = {
  tools: 'Tools',
  resources: 'Resources',
  prompts: 'Prompts',
  logging: 'Log messages',
  completions: 'Completion of arguments',
  tasks: 'Tasks'
}

const detailWords: Readonly<Record<string, string>> = {
  listChanged: 'announces changes of the list',
  subscribe: 'announces changes of a resource',
  list: 'lists them',
  cancel: 'can cancel them',
  'requests.tools.call': 'for tool calls'
}

/** Names under these belong to somebody else and are told in full. */
const foreign: Readonly<Record<string, string>> = { experimental: 'Experimental', extensions: 'Extension' }

/** `['tools', 'tools.listChanged']` becomes one entry with one detail. */
export function describeCapabilities(dotted: readonly string[]): readonly Capability[] {
  const found = new Map<string, string[]>()
  for (const path of dotted) {
    const dot = path.indexOf('.')
    const root = dot === -1 ? path : path.slice(0, dot)
    const rest = dot === -1 ? '' : path.slice(dot + 1)
    const family = own(foreign, root)
    const name = family === undefined || rest === '' ? (own(words, root) ?? root) : `${family} ${rest}`
    const details = found.get(name) ?? []
    found.set(name, details)
    const isStep = Object.keys(detailWords).some((known) => known.startsWith(`${rest}.`))
    if (family === undefined && rest !== '' && !isStep) details.push(own(detailWords, rest) ?? rest)
  }
  // The family itself says nothing where its members are told.
  return [...found]
    .filter(([name]) => own(foreign, name) === undefined)
    .map(([name, details]) => ({ name, details }))
}

/** Names come from servers: what every object inherits is no word of ours. */
function own(record: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
