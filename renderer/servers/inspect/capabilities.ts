/** A server's capabilities as text. Names that Parley does not know stay unchanged. Pure. */
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export interface Capability {
  readonly name: string
  /** Its details, in the server's order. */
  readonly details: readonly string[]
}

type Words = Readonly<Record<string, () => string>>

const words: Words = {
  tools: texts.tools,
  resources: texts.resources,
  prompts: texts.prompts,
  logging: texts.logMessages,
  completions: texts.completions,
  tasks: texts.tasks,
  roots: texts.folders,
  sampling: texts.modelAnswers,
  elicitation: texts.input
}

const detailWords: Words = {
  listChanged: texts.announcesList,
  subscribe: texts.announcesResource,
  list: texts.listsThem,
  cancel: texts.cancelsThem,
  'requests.tools.call': texts.forToolCalls,
  'requests.sampling.createMessage': texts.forModelAnswers,
  'requests.elicitation.create': texts.forInput
}

/** Names under these are third-party, and are shown in full. */
const foreign: Readonly<Record<string, (values: { readonly name: string }) => string>> = {
  experimental: texts.experimental,
  extensions: texts.extension
}

/** `['tools', 'tools.listChanged']` becomes one entry with one detail. */
export function describeCapabilities(dotted: readonly string[]): readonly Capability[] {
  const found = new Map<string, string[]>()
  for (const path of dotted) {
    const dot = path.indexOf('.')
    const root = dot === -1 ? path : path.slice(0, dot)
    const rest = dot === -1 ? '' : path.slice(dot + 1)
    const family = own(foreign, root)
    // The family itself is omitted when its members are listed.
    if (family !== undefined && rest === '') continue
    const name = family?.({ name: rest }) ?? own(words, root)?.() ?? root
    const details = found.get(name) ?? []
    found.set(name, details)
    const isStep = Object.keys(detailWords).some((known) => known.startsWith(`${rest}.`))
    if (family === undefined && rest !== '' && !isStep) details.push(own(detailWords, rest)?.() ?? rest)
  }
  return [...found].map(([name, details]) => ({ name, details }))
}

/** Names come from servers, so inherited object properties don't count as known names. */
function own<Word>(record: Readonly<Record<string, Word>>, name: string): Word | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
