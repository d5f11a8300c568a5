/** The table of real servers: what each is, the configuration in its README, and one call. */
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { projectFolder } from '../launch'

const row = z.strictObject({
  /** Also the name under which the configuration adds it. */
  name: z.string(),
  package: z.string(),
  version: z.string(),
  registry: z.enum(['npm', 'pypi', 'example']),
  /** As in the README, with the version pinned. `{folder}` is an existing folder, `{project}` the checkout. */
  entry: z.strictObject({
    command: z.string(),
    args: z.array(z.string()),
    env: z.record(z.string(), z.string()).optional()
  }),
  call: z.strictObject({
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
    /** A regular expression for the text on the call's card. */
    answer: z.string(),
    /** A remark about the answer, for example that its service can't be reached. */
    note: z.string().optional()
  }),
  /** The official library that it is built with; its program is `{library}` or `{jar}` in the entry. */
  sdk: z.enum(['python', 'java', 'go', 'rust']).optional(),
  /** Files that have to be in `{folder}`. */
  files: z.record(z.string(), z.string()).optional(),
  /** Why it can't work, for a reason that isn't Parley's. */
  cannot: z.string().optional(),
  /** Runs in `npm test`, too. */
  isInTests: z.boolean().optional()
})
export type CompatRow = z.infer<typeof row>

export function readTable(): readonly CompatRow[] {
  const file = path.join(projectFolder, 'e2e/compat/servers.json')
  return z.array(row).parse(JSON.parse(fs.readFileSync(file, 'utf8')))
}

const appRow = z.strictObject({
  name: z.string(),
  package: z.string(),
  version: z.string(),
  /** The call that the app belongs to. */
  call: z.strictObject({ tool: z.string(), input: z.record(z.string(), z.unknown()) }),
  /** Text on its page. */
  shows: z.string(),
  hasCanvas: z.boolean().optional(),
  /** The button on its page that makes a call; without one, the app calls on its own. */
  press: z.string().optional(),
  /** The tool that the app calls. */
  calls: z.string().optional(),
  /** False: its page takes no notice of the theme. */
  isThemed: z.boolean().optional(),
  /** A host without which its page doesn't start. Then the text of the call is shown. */
  asksFor: z.string().optional(),
  /** What it needs and can't have where only package registries can be reached. */
  note: z.string().optional()
})
export type AppRow = z.infer<typeof appRow>

/** The example servers with an app (MCP Apps). */
export function readAppTable(): readonly AppRow[] {
  const file = path.join(projectFolder, 'e2e/compat/apps.json')
  return z.array(appRow).parse(JSON.parse(fs.readFileSync(file, 'utf8')))
}

/** What a user pastes. */
export function buildConfiguration({ name, entry }: CompatRow, folder: string): string {
  const text = JSON.stringify({ mcpServers: { [name]: entry } }, null, 2)
  return fill(text, folder)
}

/** What a user types to run the call. */
export function buildCall({ name, call }: CompatRow, folder: string): string {
  return `${name}/${call.tool} ${fill(JSON.stringify(call.input), folder)}`
}

function fill(text: string, folder: string): string {
  return text.replaceAll('{folder}', folder).replaceAll('{project}', projectFolder)
}
