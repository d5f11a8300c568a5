/**
 * New local servers are sandboxed if the system supports it: an entry that doesn't mention a sandbox gets one. Its
 * arguments may name folders, which the trust question lists. Nothing is open before its approval.
 */
import { homedir } from 'node:os'
import { HostError } from '../../base/host-error'
import type { EntryForm } from '../../contract/servers/entry-form'
import { unsandboxable } from '../../contract/consent/unsandboxable'
import type { SandboxView } from '../../contract/servers/sandbox-view'
import type { McpClients } from '../../mcp/interface'
import { readForm } from '../../settings/edit/entry-form'
import { hasSandbox, switchSandboxOff, writeSandbox } from '../../settings/edit/entry-sandbox'
import { say } from '../../texts/render-localized'
import { suggestPlaces } from './suggested-places'

type Program = Extract<EntryForm, { readonly kind: 'program' }>

export interface NewEntrySandboxing {
  readonly view: () => Promise<SandboxView>
  /** The entry with a sandbox. Unchanged if it mentions one, isn't a program, or can't be sandboxed. */
  readonly complete: (json: string) => Promise<string>
  /** Records in an entry of the form that the user switched the sandbox off. */
  readonly leaveOpen: (json: string) => Promise<string>
  /**
   * The entry with a sandbox, overriding what it said. @throws HostError SERVER_NOT_CONTAINED: it can't be sandboxed
   */
  readonly addSandbox: (json: string) => Promise<string>
}

export interface NewEntrySandboxingOptions {
  readonly clients: Pick<McpClients, 'readSandbox'>
  /** Parley's own paths. */
  readonly closed: readonly string[]
}

export function createNewEntrySandboxing({ clients, closed }: NewEntrySandboxingOptions): NewEntrySandboxing {
  const view = async () => await clients.readSandbox()
  const own = { home: homedir(), closed }
  const suggest = ({ command, args, cwd, env }: Program) => {
    const variables = Object.fromEntries(env.map(({ name, text }) => [name, text]))
    return suggestPlaces({ command, args, cwd, env: variables }, own)
  }
  return {
    view,
    leaveOpen: async (json) => ((await view()).canContain ? switchSandboxOff(json) : json),
    complete: async (json) => {
      const form = readForm(json)
      if (form?.kind !== 'program') return json
      const { command, args, containment } = form
      const isEmpty =
        containment !== undefined &&
        [containment.read, containment.write, containment.hosts].every(({ length }) => length === 0)
      if (containment === undefined ? hasSandbox(json) : !isEmpty) return json
      if (containment === undefined && unsandboxable(command, args) !== null) return json
      if (!(await view()).canContain) return json
      return writeSandbox(json, { ...containment, ...(await suggest(form)) })
    },
    addSandbox: async (json) => {
      const form = readForm(json)
      const isProgram = form?.kind === 'program'
      if (!isProgram || unsandboxable(form.command, form.args) !== null || !(await view()).canContain) {
        const command = isProgram ? form.command : ''
        throw new HostError('SERVER_NOT_CONTAINED', say('containment.cannotBe', { command }))
      }
      return form.containment === undefined ? writeSandbox(json, await suggest(form)) : json
    }
  }
}
