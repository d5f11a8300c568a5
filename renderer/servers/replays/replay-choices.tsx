/** What is changed in a replay: the model, servers, the description of a tool. */
import { useState } from 'react'
import type { CallInput, CallOutput } from '../../../app/contract/bridge/calls'
import { directModelId } from '../../../app/contract/direct-model'
import type { ReplayedBy, ReplayView } from '../../../app/contract/workbench/replays'
import { replays as texts } from '../../../app/texts/compiled/window/replays'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { Select, type SelectOption } from '../../ui/controls/select'
import { TextField } from '../../ui/controls/text-field'
import commonStyles from '../../parts/common.module.css'

export interface ReplayChange {
  /** Empty: the recorded replies. */
  readonly model: string
  /** By the recorded server: `ReplayedBy` as JSON. */
  readonly servers: Readonly<Record<string, string>>
  readonly description: {
    readonly serverName: string
    readonly toolName: string
    readonly text: string
  } | null
}

export const unchanged: ReplayChange = { model: '', servers: {}, description: null }

export function toChange({
  model,
  servers,
  description
}: ReplayChange): Omit<CallInput<'replay.run'>, 'replayId'> {
  const chosen = Object.entries(servers).map(([name, by]) => [name, JSON.parse(by) as ReplayedBy])
  return {
    model: model === '' ? null : model,
    servers: Object.fromEntries(chosen) as Record<string, ReplayedBy>,
    description
  }
}

export interface ReplayChoicesProps {
  readonly replay: ReplayView
  readonly choices: ReplayChange
  readonly isDisabled: boolean
  readonly onChange: (choices: ReplayChange) => void
}

type OtherRecording = NonNullable<CallOutput<'replay.add-recording'>>

const toValue = (by: ReplayedBy): string => JSON.stringify(by)
const recorded = toValue({ type: 'recorded' })

export function ReplayChoices({ replay, choices, isDisabled, onChange }: ReplayChoicesProps) {
  const { replayId, servers } = replay
  const { models } = useProjection((state) => state.models)
  const configured = useProjection((state) => state.servers)
  const [others, setOthers] = useState<readonly OtherRecording[]>([])
  const { pending, failure, run } = useCommand()
  const add = async () => {
    const added = await call('replay.add-recording', { replayId })
    if (added !== null) setOthers([...others, added])
  }
  const answering: readonly SelectOption[] = [
    { value: recorded, label: texts.recordedServer(), detail: texts.startsNothing() },
    ...configured.map(({ name, version }) => ({
      value: toValue({ type: 'server', serverName: name }),
      label: version === null ? name : `${name} ${version}`
    })),
    ...others.flatMap(({ number, title, serverNames }) =>
      serverNames.map((serverName) => ({
        value: toValue({ type: 'recording', number, serverName }),
        label: texts.fromRecording({ server: serverName, title })
      }))
    )
  ]
  return (
    <div className={commonStyles.stack3}>
      <Select
        label={texts.model()}
        value={choices.model}
        isDisabled={isDisabled}
        options={[
          { value: '', label: texts.recordedReplies(), detail: texts.sentNowhere() },
          ...models.flatMap(({ id }) => (id === directModelId ? [] : [{ value: id, label: id }]))
        ]}
        onChange={(model) => onChange({ ...choices, model })}
      />
      {servers.map(({ serverName }) => (
        <Select
          key={serverName}
          label={texts.server({ name: serverName })}
          value={choices.servers[serverName] ?? recorded}
          isDisabled={isDisabled}
          options={answering}
          onChange={(by) => onChange({ ...choices, servers: { ...choices.servers, [serverName]: by } })}
        />
      ))}
      {servers.length > 0 && (
        <div className={commonStyles.row}>
          <Button size="small" isBusy={pending !== null} onClick={() => void run(add)}>
            {texts.anotherRecording()}
          </Button>
        </div>
      )}
      <FailureText text={failure} />
      <ChangedDescription {...{ replay, choices, isDisabled, onChange }} />
    </div>
  )
}

function ChangedDescription({ replay, choices, isDisabled, onChange }: ReplayChoicesProps) {
  const { description, model } = choices
  const tools = replay.servers.flatMap(({ serverName, tools: own }) =>
    own.map(({ toolName, description: text }) => ({ serverName, toolName, text }))
  )
  if (tools.length === 0) return null
  const chosen = tools.findIndex(
    (tool) => tool.serverName === description?.serverName && tool.toolName === description.toolName
  )
  return (
    <>
      <Select
        label={texts.changedTool()}
        value={String(chosen)}
        isDisabled={isDisabled}
        options={[
          { value: '-1', label: texts.noTool() },
          ...tools.map(({ serverName, toolName }, index) => ({
            value: String(index),
            label: `${serverName} ${toolName}`
          }))
        ]}
        onChange={(index) => onChange({ ...choices, description: tools[Number(index)] ?? null })}
      />
      {description !== null && (
        <TextField
          label={texts.description()}
          value={description.text}
          rows={4}
          maxLength={100_000}
          isDisabled={isDisabled}
          hint={model === '' ? texts.descriptionUnused() : undefined}
          onChange={(text) => onChange({ ...choices, description: { ...description, text } })}
        />
      )}
    </>
  )
}
