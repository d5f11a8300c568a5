/**
 * Changes that a user makes to the settings in the window, each as a function from text to text. All refuse a file that
 * is broken as a whole: an edit would destroy what the user can still repair.
 */
import type { LocalizedText } from '../../contract/localized-text'
import { say, sentences } from '../../texts/render-localized'
import { checkCollectorAddress } from '../../net/collector-address'
import { HostError } from '../../base/host-error'
import { detectSandboxKey } from './entry-sandbox'
import { toFolderEntry } from '../../contract/conversation/folder-choice'
import type { JsonValue } from '../../contract/json'
import type { FolderChoice } from '../../contract/conversation/folders'
import { callLimitKeys, callPeriods } from '../../contract/limits'
import type { ToolChanges } from '../../contract/servers'
import type { ModelPrice } from '../../contract/settings'
import { serverSettings, type ServerChanges, type SimpleChanges } from '../../contract/simple-settings'
import { parseSettings } from '../parse/parse-settings'
import { isBreakage, parseDocument, listProperties, findProperty } from '../document/json-document'
import { freeName } from '../paste/entry-name'
import { nameMissingValues } from '../paste/missing-values'
import type { PastedServer } from '../paste/read-paste'
import { checkFolder } from '../parse/text-rules'
import {
  readSettingsText,
  removeIfEmpty,
  removeUncommented,
  removeValue,
  renameKey,
  setList,
  setText,
  setValue
} from '../document/text-edits'

export type TextChange = (text: string) => string

const section = 'mcpServers'

/**
 * The change, refused if the text or the result isn't a settings file.
 * @throws HostError SETTINGS_INVALID and the errors of `change`
 */
export function guarded(change: TextChange): TextChange {
  return (text) => {
    const before = parseSettings(text)
    if (before.type === 'broken') throw refuse(before.problem.message)
    const changed = attempt(change, text)
    const after = parseSettings(changed)
    if (after.type === 'broken') throw refuse(after.problem.message)
    return changed
  }
}

/** The editing functions throw plain errors if a section on the path isn't an object. */
function attempt(change: TextChange, text: string): string {
  try {
    return change(text)
  } catch (error) {
    if (error instanceof HostError) throw error
    throw refuse(say('settings.sectionBroken'))
  }
}

export function refuse(reason: LocalizedText): HostError {
  return new HostError('SETTINGS_INVALID', sentences(say('settings.notChanged'), reason))
}

/** `undefined` removes. */
export function changeValue(path: readonly string[], value: JsonValue | undefined): TextChange {
  return (text) => (value === undefined ? removeValue(text, path) : setValue(text, path, value))
}

export function setSimpleValues(changes: SimpleChanges): TextChange {
  return (text) =>
    namedIn(changes).reduce(
      (changed, [name, value]) => changeValue(name.split('.'), value ?? undefined)(changed),
      text
    )
}

/** The given values with their names. */
export function namedIn<Changes extends object>(changes: Changes) {
  return Object.entries(changes).filter(([, value]) => value !== undefined) as [
    keyof Changes & string,
    JsonValue
  ][]
}

/** @throws HostError SERVER_UNKNOWN, SETTINGS_NAME_TAKEN */
export function saveServer(previousName: string | null, name: string, json: string): TextChange {
  return (text) => {
    const names = serverNames(text)
    if (previousName !== null && !names.has(previousName)) throw unknownServer(previousName)
    if (name !== previousName && names.has(name)) {
      throw new HostError('SETTINGS_NAME_TAKEN', say('settings.nameTaken', { name }))
    }
    const renamed =
      previousName === null || previousName === name ? text : renameKey(text, [section, previousName], name)
    return setText(renamed, [section, name], json)
  }
}

/** @throws HostError SERVER_UNKNOWN */
export function removeServer(name: string): TextChange {
  return (text) => {
    if (!serverNames(text).has(name)) throw unknownServer(name)
    return removeValue(text, [section, name])
  }
}

/** Removes keys that equal the default, unless the user wrote a comment on them. @throws HostError SERVER_UNKNOWN */
export function setServerChoices(name: string, changes: ServerChanges): TextChange {
  return (text) => {
    if (!serverNames(text).has(name)) throw unknownServer(name)
    return namedIn(changes).reduce((changed, [choice, value]) => {
      const { key, usual } = serverSettings[choice]
      const path = [section, name, key]
      return value === usual ? removeUncommented(changed, path, usual) : setValue(changed, path, value)
    }, text)
  }
}

/** Values that equal the default are removed from the settings. */
const toolKeys = [
  ['isDisabled', 'disabled'],
  ['isAlwaysSent', 'alwaysSend']
] as const

/** @throws HostError SERVER_UNKNOWN */
export function setTool(serverName: string, toolName: string, changes: ToolChanges): TextChange {
  return (text) => {
    if (!serverNames(text).has(serverName)) throw unknownServer(serverName)
    const tools = [section, serverName, 'tools']
    const tool = [...tools, toolName]
    const changed = toolKeys.reduce((before, [choice, key]) => {
      const value = changes[choice]
      if (value === undefined) return before
      return value ? setValue(before, [...tool, key], true) : removeUncommented(before, [...tool, key], false)
    }, text)
    const limited = setCallLimits(tool, changes.callLimits)(changed)
    return removeIfEmpty(removeIfEmpty(limited, tool), tools)
  }
}

/**
 * Changes nothing if the line is already in the wanted state, or if its server isn't sandboxed. @throws HostError
 * SERVER_UNKNOWN
 */
export function setHost(name: string, line: string, isListed: boolean): TextChange {
  return (text) => {
    if (!serverNames(text).has(name)) throw unknownServer(name)
    const before = parseSettings(text)
    const found =
      before.type === 'usable' ? before.content.servers.find((each) => each.name === name) : undefined
    const known = found?.transport === 'stdio' ? found.containment?.hosts : undefined
    if (known === undefined || known.includes(line) === isListed) return text
    const wanted = isListed ? [...known, line] : known.filter((each) => each !== line)
    const key = detectSandboxKey(readSettingsText(text, [section, name]) ?? '')
    return setList(text, [section, name, key, 'hosts'], { known, wanted })
  }
}

function setCallLimits(tool: readonly string[], limits: ToolChanges['callLimits']): TextChange {
  return (text) =>
    limits === undefined
      ? text
      : callPeriods.reduce(
          (changed, period) =>
            changeValue([...tool, callLimitKeys[period]], limits[period] ?? undefined)(changed),
          text
        )
}

/** Folders that can't be used stay in the file with their problems. @throws HostError SETTINGS_INVALID */
export function setRoots(roots: readonly FolderChoice[]): TextChange {
  return (text) => {
    for (const { path } of roots.map(toFolderEntry)) {
      const problem = checkFolder(path)
      if (problem !== null) throw refuse(say('settings.about', { path, problem }))
    }
    const before = parseSettings(text)
    const known = before.type === 'usable' ? before.content.roots : []
    return setList(text, ['roots'], { known, wanted: roots, keyOf: getPath })
  }
}

/** Identifies an item of the list in any of its forms. */
function getPath(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'path' in item ? item.path : item
}

/** null: the price is unknown. @throws HostError SETTINGS_INVALID: it isn't a model with a price */
export function setModelPrice(model: string, price: ModelPrice | null): TextChange {
  const prices = ['models', 'prices']
  return (text) => {
    if (!model.includes('/')) throw refuse(say('settings.notPriced', { model }))
    if (price !== null)
      return Object.entries(price).reduce(
        (changed, [key, value]) => setValue(changed, [...prices, model, key], value),
        text
      )
    return removeIfEmpty(removeValue(text, [...prices, model]), prices)
  }
}

/** null removes the section. @throws HostError SETTINGS_INVALID */
export function setLedgerEndpoint(endpoint: string | null): TextChange {
  return (text) => {
    if (endpoint === null) {
      const changed = removeValue(text, ['ledger', 'otlp', 'endpoint'])
      return removeIfEmpty(removeIfEmpty(changed, ['ledger', 'otlp']), ['ledger'])
    }
    const problem = checkCollectorAddress(endpoint)
    if (problem !== null) throw refuse(problem)
    return setValue(text, ['ledger', 'otlp', 'endpoint'], endpoint)
  }
}

/** Adds the servers under free names, which `onNames` gets in the order of the paste. */
export function addServers(
  servers: readonly PastedServer[],
  onNames: (names: readonly string[]) => void
): TextChange {
  return (text) => {
    const taken = new Set(serverNames(text))
    const added = servers.map(({ name, json, inputs }) => {
      const free = freeName(name, taken)
      taken.add(free)
      return { name: free, json: nameMissingValues(free, json, inputs) }
    })
    onNames(added.map(({ name }) => name))
    return added.reduce((changed, { name, json }) => setText(changed, [section, name], json), text)
  }
}

/** @throws HostError SERVER_UNKNOWN */
export function readServer(text: string, name: string): string {
  const json = readSettingsText(text, [section, name])
  if (json === null) throw unknownServer(name)
  return json
}

function serverNames(text: string): ReadonlySet<string> {
  const document = parseDocument(text)
  if (isBreakage(document)) return new Set()
  return new Set(listProperties(findProperty(document.root, section)?.value).map(({ key }) => key))
}

function unknownServer(name: string): HostError {
  return new HostError('SERVER_UNKNOWN', say('settings.serverUnknown', { server: name }))
}
