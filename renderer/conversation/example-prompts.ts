/** Three things to ask first that fit the tools at hand. */
import type { ToolSummary } from '../../app/contract/servers'

interface Example {
  /** The tools that make the prompt answerable. */
  readonly tools: RegExp
  readonly prompt: string
}

const examples: readonly Example[] = [
  {
    tools: /list_director|list_allowed|directory_tree/,
    prompt: 'What is in the folder that you can read? Sum it up.'
  },
  {
    tools: /search_files|read_text_file|read_file/,
    prompt: 'Find the README and tell me what the project does.'
  },
  {
    tools: /create_entities|read_graph|remember/,
    prompt: 'Remember that I prefer short answers with examples.'
  },
  { tools: /add_note|list_notes|create_note/, prompt: 'Which notes do I have? Add one about today.' },
  { tools: /get-sum|^add$/, prompt: 'Add 1234 and 8765 with a tool.' },
  { tools: /^echo$/, prompt: 'Send “hello” through the echo tool.' },
  { tools: /search|query|fetch/, prompt: 'Look something up for me and name your sources.' }
]

/** At most three prompts, no two for the same purpose. */
export function examplePrompts(tools: readonly ToolSummary[]): readonly string[] {
  const fitting = examples.filter((example) => tools.some(({ name }) => example.tools.test(name)))
  const servers = [...new Set(tools.map(({ serverName }) => serverName))]
  const general = servers.map((name) => `What can you do with the server “${name}”?`)
  return [...fitting.map(({ prompt }) => prompt), ...general, 'Which tools do you have, and what for?'].slice(
    0,
    3
  )
}
