/** With which models and on which other servers tests run. */
import { useState } from 'react'
import { directModelId } from '../../../app/contract/direct-model'
import { tests as texts } from '../../../app/texts/compiled/window/tests'
import { useProjection } from '../../state/projection'
import { Switch } from '../../ui/controls/switch'
import commonStyles from '../../parts/common.module.css'
import styles from './tests-panel.module.css'

export interface RunChoicesValue {
  readonly serverNames: string[]
  /** Empty: the model that the test names, or the default. */
  readonly models: string[]
}

export function useRunChoices(serverName: string) {
  return useState<RunChoicesValue>({ serverNames: [serverName], models: [] })
}

export interface RunChoicesProps {
  readonly serverName: string
  readonly hasTasks: boolean
  readonly choices: RunChoicesValue
  readonly onChange: (choices: RunChoicesValue) => void
}

const mostShown = 50

export function RunChoices({ serverName, hasTasks, choices, onChange }: RunChoicesProps) {
  const servers = useProjection((state) => state.servers)
  const { models } = useProjection((state) => state.models)
  const others = servers.filter(({ name, state }) => name !== serverName && state === 'connected')
  const usable = hasTasks ? models.filter(({ id }) => id !== directModelId) : []
  if (others.length + usable.length === 0) return null
  const toggled = (list: readonly string[], item: string, isOn: boolean) =>
    isOn ? [...list, item] : list.filter((one) => one !== item)
  return (
    <details className={styles.choices}>
      <summary>{texts.runWith()}</summary>
      <div className={commonStyles.stack2}>
        {others.length > 0 && <p className={commonStyles.smallNote}>{texts.otherServers()}</p>}
        {others.slice(0, mostShown).map(({ name, version }) => (
          <Switch
            key={name}
            label={version === null ? name : `${name} ${version}`}
            isOn={choices.serverNames.includes(name)}
            onChange={(isOn) =>
              onChange({ ...choices, serverNames: toggled(choices.serverNames, name, isOn) })
            }
          />
        ))}
        {usable.length > 0 && <p className={commonStyles.smallNote}>{texts.modelsOfTasks()}</p>}
        {usable.slice(0, mostShown).map(({ id }) => (
          <Switch
            key={id}
            label={id}
            isOn={choices.models.includes(id)}
            onChange={(isOn) => onChange({ ...choices, models: toggled(choices.models, id, isOn) })}
          />
        ))}
      </div>
    </details>
  )
}
