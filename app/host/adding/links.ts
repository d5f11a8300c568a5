/**
 * Links that add a server: parsed, shown to the user in full, and added as they were shown. Parsing a link writes,
 * starts and requests nothing.
 */
import type { Warning } from '../../contract/localized-text'
import { homedir } from 'node:os'
import { HostError } from '../../base/host-error'
import type { CallInput } from '../../contract/bridge/calls'
import type { LinkValue, LinkView } from '../../contract/servers/link'
import { findSecrets } from '../../base/secret-forms'
import { isSecretVariable } from '../../settings/definition'
import { mapTexts } from '../../settings/links/entry-texts'
import { prepareLink, type LinkEntry } from '../../settings/links/link-entry'
import { readServerLink, type ServerLink } from '../../settings/links/read-link'
import type { ParleyEntry } from '../../settings/other-apps/other-app-entry'
import { fillPlaceholders, listEntryValues } from '../../settings/other-apps/prepare-entry'
import { withoutVariables } from '../../settings/parse/variables'
import { freeName } from '../../settings/paste/entry-name'
import type { Settings } from '../../settings/store/settings-store'
import { say } from '../../texts/render-localized'
import type { KeptSecrets } from './kept-secrets'

export interface LinksOptions {
  readonly settings: Settings
  readonly secrets: KeptSecrets
  readonly warningsOf: (name: string, entry: ParleyEntry) => Promise<readonly Warning[]>
}

export interface Links {
  /** @throws HostError SETTINGS_INVALID: it can't be added; the error says why */
  look(id: string, text: string): Promise<LinkView>
  /** @throws HostError SETTINGS_INVALID, SETTINGS_NAME_TAKEN */
  add(view: LinkView, input: CallInput<'adding.add-link'>): Promise<string>
}

export function createLinks({ settings, secrets, warningsOf }: LinksOptions): Links {
  const prepare = async (name: string, link: ServerLink): Promise<LinkEntry> => {
    const stored = new Set<string>()
    const isTaken = (secret: string) => stored.has(secret) || isSecretVariable(settings.current(), secret)
    for (;;) {
      const entry = prepareLink(name, link, { findSecrets, isTaken })
      const found = await storedOf(secrets, entry)
      if (entry.problem !== null) throw new HostError('SETTINGS_INVALID', entry.problem)
      if (found.length === 0) return entry
      for (const secret of found) stored.add(secret)
    }
  }
  return {
    look: async (id, text) => {
      const link = readServerLink(text, homedir())
      const name = freeName(link.name, new Set(settings.current().serverOrder))
      const prepared = await prepare(name, link)
      const { entry } = prepared
      return {
        type: 'link',
        id,
        origin: link.origin,
        link: text.trim(),
        name,
        takenName: name === link.name ? null : link.name,
        command: entry.command ?? null,
        args: [...(entry.args ?? [])],
        cwd: entry.cwd ?? null,
        url: entry.url ?? null,
        variables: shownValues(prepared, 'env'),
        headers: shownValues(prepared, 'headers'),
        asked: [...prepared.asked],
        placeholders: [...prepared.placeholders],
        leftOut: [...link.leftOut],
        // The fields for secrets already say that secrets are asked for.
        warnings: [...(await warningsOf(name, mapTexts(entry, withoutVariables)))]
      }
    },
    add: async (view, { secrets: typed, filledIn }) => {
      const { name, placeholders } = view
      // Only the values that the page was asked for.
      const asked = Object.entries(filledIn).filter(([placeholder]) => placeholders.includes(placeholder))
      const link = fillPlaceholders(readServerLink(view.link, homedir()), Object.fromEntries(asked))
      const { json, moved, asked: names } = await prepare(name, { ...link, origin: view.origin })
      const given = names.flatMap((secret) => {
        const value = Object.hasOwn(typed, secret) ? (typed[secret] ?? '').trim() : ''
        return value === '' ? [] : [{ name: secret, value }]
      })
      const kept = [...moved, ...given]
      for (const secret of kept) secrets.refuseOwn(secret.name)
      await settings.saveServerEntry(null, name, json)
      await secrets.keep(name, kept)
      return name
    }
  }
}

async function storedOf(secrets: KeptSecrets, { moved, asked }: LinkEntry): Promise<readonly string[]> {
  const names = [...moved.map(({ name }) => name), ...asked]
  const isStored = await Promise.all(names.map((name) => secrets.isStored(name)))
  return names.filter((_name, at) => isStored[at])
}

/**
 * Includes the keys that came with the link. Its author knows them, and a value that is hidden in one becomes visible.
 */
function shownValues(prepared: LinkEntry, section: 'env' | 'headers'): LinkValue[] {
  const { entry, json, moved } = prepared
  const record = entry[section] ?? {}
  const of = { entry: { [section]: record }, json, secrets: moved, problem: null }
  return listEntryValues(of).map(({ name, state }) => ({
    name,
    state,
    text: withKeys(record[name] ?? '', prepared)
  }))
}

function withKeys(text: string, { moved }: LinkEntry): string {
  return moved.reduce((shown, { name, value }) => shown.replaceAll(`\${secret:${name}}`, () => value), text)
}

/** @returns why the link is no longer waiting */
export function createLinkGoneError(): HostError {
  return new HostError('SETTINGS_INVALID', say('adding.linkGone'))
}
