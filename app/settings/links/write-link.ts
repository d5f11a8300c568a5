/** The link with which other users add one of the user's servers: how it runs, without secrets and personal data. */
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import { isBreakage, parseDocument, toJsonValue } from '../document/json-document'
import { isPlainRecord, readOtherAppEntry } from '../other-apps/other-app-entry'
import { moveSecrets, type FindEntrySecrets } from '../other-apps/move-secrets'
import { mapTexts } from './entry-texts'
import { longestLink } from './link-forms'

/** Prefix of names for keys that were in the entry itself. */
const found = 'found'

interface Own {
  readonly name: string
  /** Its entry in the settings. */
  readonly json: string
}

/**
 * Secrets, values that look like one and variables of this computer become questions to the receiver. The user's home
 * folder becomes `~`. The working folder, permissions, limits and sign-in data aren't included.
 * @throws HostError SETTINGS_INVALID: it would be too long, or a link can't express the entry
 */
export function writeServerLink(
  { name, json }: Own,
  { home, findSecrets }: { readonly home: string; readonly findSecrets: FindEntrySecrets }
): string {
  const document = parseDocument(json, 'entry')
  const raw = isBreakage(document) ? null : toJsonValue(document.root)
  if (!isPlainRecord(raw ?? undefined)) throw refuse()
  const { cwd: _cwd, ...entry } = readOtherAppEntry(raw as Parameters<typeof readOtherAppEntry>[0], {
    home,
    project: null
  }).entry
  if (entry.command === undefined && entry.url === undefined) throw refuse()
  const { entry: safe, secrets } = moveSecrets(found, entry, { findSecrets, isTaken: () => false })
  const ask = (secret: string): string => {
    const start = secrets.some((item) => item.name === secret) ? `${found}-` : `${name}-`
    return `\${input:${secret.startsWith(start) ? secret.slice(start.length) : secret}}`
  }
  const config = mapTexts(safe, (text) =>
    withoutHome(text, home)
      .replace(/\$\{secret:([^${}]+)\}/g, (_whole, secret: string) => ask(secret))
      .replace(/\$\{env:([^${}]+)\}/g, (_whole, variable: string) => ask(variable))
  )
  const parts = `name=${encodeURIComponent(name)}&config=${encodeURIComponent(JSON.stringify(config))}`
  const link = `parley://install?${parts}`
  if (link.length > longestLink) throw refuse()
  return link
}

/** A reader of the link must not learn the user's name on this computer. */
function withoutHome(text: string, home: string): string {
  const isInside = text === home || text.startsWith(`${home}/`) || text.startsWith(`${home}\\`)
  return isInside ? `~${text.slice(home.length)}` : text
}

function refuse(): HostError {
  return new HostError('SETTINGS_INVALID', say('adding.noLink', { most: longestLink }))
}
