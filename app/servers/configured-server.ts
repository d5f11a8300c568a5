/** One name of the settings: its entry, its life, its log, and the view that the screen gets of them. */
import { HostError } from '../base/host-error'
import type { ServerLogLine, ServerView, ToolView } from '../contract/servers'
import type { BrokenServer, ServerDefinition } from '../settings/definition'
import { addressOf, fingerprintOf } from './definition'
import { reasonOfBroken, reasonToRest } from './reasons'
import type { Change, Standing, Wanted } from './reconcile'
import { ServerLife } from './server-life'
import type { LifeContext } from './server-life'
import type { ServerLog } from './server-log'

/** The entry of a name as the settings have it now. */
export type Entry =
  | { readonly type: 'valid'; readonly definition: ServerDefinition }
  | { readonly type: 'broken'; readonly broken: BrokenServer }

/** One value, so that no tools stay the same no tools. */
const noTools: readonly ToolView[] = []

export function wantedBy(entry: Entry): Wanted {
  if (entry.type === 'broken') return { fingerprint: null, isDisabled: false, isAutoStart: false }
  const { isDisabled, isAutoStart } = entry.definition
  return { fingerprint: fingerprintOf(entry.definition), isDisabled, isAutoStart }
}

export class ConfiguredServer {
  readonly name: string
  readonly life: ServerLife
  readonly log: ServerLog
  readonly #now: () => number
  #entry: Entry

  /** `onChange` hears that the view is another one. */
  constructor(entry: Entry, log: ServerLog, options: LifeContext & { readonly onChange: () => void }) {
    this.#entry = entry
    this.name = entry.type === 'valid' ? entry.definition.name : entry.broken.name
    this.log = log
    this.#now = options.now
    this.life = new ServerLife(this.name, options, {
      changed: options.onChange,
      logged: (level, text) => this.#logLife(level, text)
    })
  }

  get standing(): Standing {
    return { ...wantedBy(this.#entry), rest: this.life.rest }
  }

  /** All tools of the connection that stands, broken ones included. */
  get tools(): readonly ToolView[] {
    return this.life.live?.tools ?? noTools
  }

  /** The definition to run. @throws HostError SETTINGS_INVALID: the entry is broken */
  definition(): ServerDefinition {
    if (this.#entry.type === 'valid') return this.#entry.definition
    throw new HostError('SETTINGS_INVALID', reasonOfBroken(this.#entry.broken))
  }

  /** Takes over the entry and does what was decided. Resolves when the work has begun or the old run is over. */
  async apply(change: Change, entry: Entry): Promise<void> {
    this.#entry = entry
    if (change === 'run') await this.life.run(this.definition())
    if (change === 'break' && entry.type === 'broken')
      await this.life.halt('broken', reasonOfBroken(entry.broken))
    if (change === 'rest' && entry.type === 'valid') {
      const cause = entry.definition.isDisabled ? 'disabled' : 'not-automatic'
      await this.life.halt(cause, reasonToRest(cause))
    }
  }

  async start(): Promise<void> {
    const { state } = this.life.status
    // A second click while it starts, or on a server that runs, changes nothing.
    if (this.life.rest === null && state !== 'failed' && state !== 'needs sign-in') return
    await this.life.run(this.definition())
  }

  async restart(): Promise<void> {
    await this.life.run(this.definition())
  }

  /** A broken entry keeps saying what is wrong with it. */
  async stop(): Promise<void> {
    if (this.#entry.type === 'valid') await this.life.halt('person', reasonToRest('person'))
  }

  view(): ServerView {
    const { state, reason, errorOutput } = this.life.status
    const info = this.life.live?.info ?? null
    const brokenToolCount = this.tools.filter(({ problem }) => problem !== null).length
    return {
      name: this.name,
      ...this.#outline(),
      state,
      reason,
      recentErrorOutput: [...errorOutput],
      title: info?.title ?? null,
      version: info?.version ?? null,
      protocolVersion: info?.protocolVersion ?? null,
      instructions: info?.instructions ?? null,
      capabilities: [...(info?.capabilities ?? [])],
      processId: info?.processId ?? null,
      toolCount: this.tools.length - brokenToolCount,
      brokenToolCount
    }
  }

  #outline(): Pick<ServerView, 'transport' | 'address' | 'startable'> {
    if (this.#entry.type === 'broken') {
      const { transport, address } = this.#entry.broken
      return { transport, address, startable: false }
    }
    const { definition } = this.#entry
    return { transport: definition.transport, address: addressOf(definition), startable: true }
  }

  #logLife(level: ServerLogLine['level'], text: string): void {
    this.log.add({ at: this.#now(), source: 'life', level, text })
  }
}
