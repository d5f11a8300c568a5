/** Describes changes of the settings file that wait for approval: their subject, old value and new value. */
import type { PendingChange, ModelPrice } from '../../app/contract/settings'
import { shell } from '../../app/texts/compiled/window/shell'
import { formatList } from '../ui/base/format'

export interface ChangeTexts {
  readonly what: string
  readonly from: string
  readonly to: string
}

export function describeChange({ path, from, to }: PendingChange): ChangeTexts {
  const describe = valueWords(path)
  return { what: describePlace(path), from: describe(from), to: describe(to) }
}

const ofServer: Readonly<Record<string, (values: { server: string }) => string>> = {
  reviewResults: shell.heldReviewResults,
  useInstructions: shell.heldInstructions,
  showIcons: shell.heldIcons,
  receiveFromAll: shell.heldReceive
}

const ofTool: Readonly<Record<string, (values: { server: string; tool: string }) => string>> = {
  maxCallsPerTurn: shell.heldCallsPerTurn,
  maxCallsPerConversation: shell.heldCallsPerConversation,
  maxCallsPerDay: shell.heldCallsPerDay
}

const ofFile: Readonly<Record<string, () => string>> = {
  'conversation.systemPrompt': shell.heldSystemPrompt,
  'conversation.maxToolSteps': shell.heldToolSteps,
  'desktop.tray': shell.heldTray,
  'desktop.developerTools': shell.heldTools
}

/** A setting without a description is named by its path in the file. */
function describePlace(path: readonly string[]): string {
  const [section, name = '', key = '', tool = '', choice = ''] = path
  if (section === 'roots') return shell.heldFolder({ path: name })
  if (section === 'models' && name === 'prices') return shell.heldPrice({ model: key })
  const place = path.join('.')
  if (section !== 'mcpServers') return ofFile[place]?.() ?? place
  if (key === 'tools') return (ofTool[choice] ?? shell.heldTool)({ server: name, tool })
  return ofServer[key]?.({ server: name }) ?? place
}

function valueWords(path: readonly string[]): (value: PendingChange['to']) => string {
  const [section, name, key, , choice] = path
  if (section === 'roots') return describeSharing
  if (section === 'models' && name === 'prices') return describePrice
  // The file switches a tool off.
  if (section === 'mcpServers' && key === 'tools' && choice === 'disabled')
    return (value) => onOrOff(value !== true)
  return describeValue
}

function describeSharing(value: PendingChange['to']): string {
  if (value === null) return shell.heldNotShared()
  if (!Array.isArray(value)) return shell.heldEveryServer()
  return value.length === 0
    ? shell.heldNoServer()
    : shell.heldSharedWith({ servers: formatList(value.map(String)) })
}

function describePrice(value: PendingChange['to']): string {
  if (value === null) return shell.heldNothing()
  const { inputPerMillion, outputPerMillion } = value as ModelPrice
  return shell.heldPerMillion({ input: String(inputPerMillion), output: String(outputPerMillion) })
}

function describeValue(value: PendingChange['to']): string {
  if (typeof value === 'boolean') return onOrOff(value)
  if (value === null || value === '') return shell.heldNothing()
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function onOrOff(isOn: boolean): string {
  return isOn ? shell.heldOn() : shell.heldOff()
}
