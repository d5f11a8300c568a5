/** Whether the program of an entry is contained, and what is open for it then. */
import { limitKeys, limitRanges, usualLimits } from '../../../app/contract/choices/containment-limits'
import { Switch } from '../../ui/controls/switch'
import { TextField } from '../../ui/controls/text-field'
import { ManagedWalls } from '../../parts/managed-walls'
import type { EntryDraft } from './entry-draft'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export interface ContainmentFieldsProps {
  readonly draft: EntryDraft
  readonly onDraft: (draft: EntryDraft) => void
}

export function ContainmentFields({ draft, onDraft }: ContainmentFieldsProps) {
  const bind = (key: 'read' | 'write' | 'hosts' | 'masked') => ({
    value: draft[key],
    onChange: (text: string) => onDraft({ ...draft, [key]: text })
  })
  return (
    <>
      <Switch
        label={texts.contain()}
        hint={texts.containHint()}
        isOn={draft.isContained}
        onChange={(isContained) => onDraft({ ...draft, isContained })}
      />
      <ManagedWalls />
      {draft.isContained && (
        <>
          <TextField
            label={texts.openToRead()}
            isCode
            rows={2}
            hint={texts.openToReadHint()}
            {...bind('read')}
          />
          <TextField
            label={texts.openToWrite()}
            isCode
            rows={2}
            hint={texts.openToWriteHint()}
            {...bind('write')}
          />
          <TextField
            label={texts.openHosts()}
            isCode
            rows={2}
            hint={texts.openHostsHint()}
            {...bind('hosts')}
          />
          <TextField
            label={texts.maskedSecrets()}
            isCode
            rows={2}
            hint={texts.maskedSecretsHint()}
            {...bind('masked')}
          />
          <LimitFields draft={draft} onDraft={onDraft} />
        </>
      )}
    </>
  )
}

const limitLabels = {
  memoryMb: texts.limitMemory,
  processes: texts.limitProcesses,
  cpuPercent: texts.limitProcessor
}

function LimitFields({ draft, onDraft }: ContainmentFieldsProps) {
  return limitKeys.map((key) => {
    const { min, max } = limitRanges[key]
    const value = draft.limits[key]
    const isFine = value === '' || (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max)
    const usual = key === 'cpuPercent' ? texts.limitNone() : String(usualLimits[key])
    return (
      <TextField
        key={key}
        label={limitLabels[key]()}
        type="number"
        placeholder={usual}
        value={value}
        onChange={(text) => onDraft({ ...draft, limits: { ...draft.limits, [key]: text } })}
        error={isFine ? null : texts.limitRange({ min, max })}
      />
    )
  })
}
