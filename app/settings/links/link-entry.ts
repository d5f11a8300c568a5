/**
 * The entry that a link would become under a name: its keys move to the vault, and missing values are named and asked
 * for.
 */
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import type { ParleyEntry } from '../other-apps/other-app-entry'
import { moveSecrets, type MovedSecret, type MovingOptions } from '../other-apps/move-secrets'
import { findEntryPlaceholders, findEntryProblem } from '../other-apps/prepare-entry'
import { nameMissingValues } from '../paste/missing-values'
import { mapTexts } from './entry-texts'
import type { ServerLink } from './read-link'

export interface LinkEntry {
  readonly entry: ParleyEntry
  readonly json: string
  /** Keys that were in the link. */
  readonly moved: readonly MovedSecret[]
  /** Names of secrets that the user is asked for. */
  readonly asked: readonly string[]
  /** Placeholders that the user must replace. */
  readonly placeholders: readonly string[]
  /** Why it can't be added. */
  readonly problem: LocalizedText | null
}

const secretName = /\$\{secret:([^${}]+)\}/g

/**
 * Arguments and the address stay unchanged, including keys: the trust question shows them, and a value that
 * hides in a key would be invisible in the vault.
 */
export function prepareLink(name: string, link: ServerLink, options: MovingOptions): LinkEntry {
  const { env, headers } = link.entry
  const moving = moveSecrets(name, { ...(env && { env }), ...(headers && { headers }) }, options)
  const moved = moving.secrets
  const filled = nameMissingValues(name, JSON.stringify({ ...link.entry, ...moving.entry }), link.inputs)
  const named = JSON.parse(filled) as ParleyEntry
  const isMoved = (secret: string) => moved.some((item) => item.name === secret)
  const free = (secret: string): string => {
    if (isMoved(secret)) return secret
    const isTaken = (wanted: string) => options.isTaken(wanted) || isMoved(wanted)
    return freeSecret(secret, isTaken)
  }
  const entry = mapTexts(named, (text) =>
    text.replace(secretName, (_whole, secret: string) => `\${secret:${free(secret)}}`)
  )
  const json = JSON.stringify(entry, null, 2)
  const asked = [...new Set(Array.from(json.matchAll(secretName), ([, secret = '']) => secret))]
  return {
    entry,
    json,
    moved,
    asked: asked.filter((secret) => !isMoved(secret)),
    placeholders: findEntryPlaceholders({ entry, json, secrets: moved, problem: null }),
    problem: findEntryProblem(link.entry, { name, json }, say('adding.linkNamesSecret'))
  }
}

/** A link doesn't get an existing secret by using its name. */
function freeSecret(wanted: string, isTaken: (name: string) => boolean): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}-${count}`
    if (!isTaken(name)) return name
  }
}
