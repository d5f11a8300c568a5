/** Restores the previous values in the file when a change by another program is discarded. */
import type { PendingChange, ModelPrice } from '../../contract/settings'
import type { SettingsContent } from '../definition'
import { ruleAt } from '../guard/guard-rules'
import { changeValue, setModelPrice, setRoots, setTool, type TextChange } from './settings-edits'

/** `content`: the effective settings. */
export function restoreValues(changes: readonly PendingChange[], { roots }: SettingsContent): TextChange {
  const edits = changes.map((change) => putBackOne(change, () => setRoots(roots)))
  return (text) => edits.reduce((changed, edit) => edit(changed), text)
}

function putBackOne({ path, from }: PendingChange, putBackFolders: () => TextChange): TextChange {
  const [section, name = '', key = '', tool = ''] = path
  if (section === 'roots') return putBackFolders()
  if (section === 'models' && name === 'prices') return setModelPrice(key, from as ModelPrice | null)
  if (section === 'mcpServers' && key === 'tools' && path[4] === 'disabled')
    return setTool(name, tool, { isDisabled: from === true })
  return changeValue(path, from === ruleAt(path)?.usual ? undefined : from)
}
