/** Three example prompts that fit the available tools. */
import type { ToolSummary } from '../../app/contract/servers'
import { conversation as texts } from '../../app/texts/compiled/window/conversation'

interface Example {
  /** The tools that make the prompt answerable. */
  readonly tools: RegExp
  readonly prompt: () => string
}

const examples: readonly Example[] = [
  { tools: /list_director|list_allowed|directory_tree/, prompt: texts.exampleFolder },
  { tools: /search_files|read_text_file|read_file/, prompt: texts.exampleReadme },
  { tools: /create_entities|read_graph|remember/, prompt: texts.exampleMemory },
  { tools: /add_note|list_notes|create_note/, prompt: texts.exampleNotes },
  { tools: /get-sum|^add$/, prompt: texts.exampleSum },
  { tools: /^echo$/, prompt: texts.exampleEcho },
  { tools: /search|query|fetch/, prompt: texts.exampleSearch }
]

/** At most three prompts, with different purposes. */
export function examplePrompts(tools: readonly ToolSummary[]): readonly string[] {
  const fitting = examples.filter((example) => tools.some(({ name }) => example.tools.test(name)))
  const servers = [...new Set(tools.map(({ serverName }) => serverName))]
  const general = servers.map((server) => texts.exampleServer({ server }))
  return [...fitting.map(({ prompt }) => prompt()), ...general, texts.exampleTools()].slice(0, 3)
}
