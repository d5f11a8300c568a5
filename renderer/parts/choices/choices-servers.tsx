/**
 * Servers and their tools with a switch each. Tools that are off aren't offered; tools that are on still need
 * approval.
 */
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ToolView } from '../../../app/contract/servers'
import { readServer } from '../../bridge/call'
import { report } from '../../bridge/report'
import { useProjection } from '../../state/projection'
import { Button, IconButton, Spinner } from '../../ui/controls/button'
import { Switch } from '../../ui/controls/switch'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { groupServers } from '../../state/server-groups'
import type { TypedChoices } from './choices-typed'
import styles from './choices-form.module.css'
import { choices as texts } from '../../../app/texts/compiled/window/choices'

export interface ChoicesServersProps {
  readonly typed: TypedChoices
  readonly onChange: (changed: Pick<TypedChoices, 'offServers' | 'offTools'>) => void
}

export function ChoicesServers({ typed, onChange }: ChoicesServersProps) {
  const servers = useProjection((state) => state.servers)
  const names = servers.map(({ name }) => name)
  const groups = groupServers(servers)
  const { offServers, offTools } = typed
  const setServers = (changed: readonly string[], isOn: boolean) => {
    const others = offServers.filter((off) => !changed.includes(off))
    onChange({ offTools, offServers: isOn ? others : [...others, ...changed] })
  }
  const onlyThese = (members: readonly string[]) =>
    onChange({ offTools, offServers: names.filter((name) => !members.includes(name)) })
  const setTool = (serverName: string, toolName: string, isOn: boolean) => {
    const others = offTools.filter((off) => off.serverName !== serverName || off.toolName !== toolName)
    onChange({ offServers, offTools: isOn ? others : [...others, { serverName, toolName }] })
  }
  return (
    <section className={styles.choicesGroup} aria-label={texts.servers()}>
      <h3 className={styles.choicesTitle}>{texts.servers()}</h3>
      <p className={styles.choicesNote}>{names.length === 0 ? texts.noServers() : texts.serversNote()}</p>
      {names.length > 0 && (
        <ul className={styles.choicesServers}>
          {groups.map((group) => (
            <li key={`group ${group.name}`} className={styles.choicesServer}>
              <GroupChoice
                name={group.name}
                members={group.servers.map(({ name }) => name)}
                offServers={offServers}
                onChange={setServers}
                onOnly={() => onlyThese(group.servers.map(({ name }) => name))}
              />
            </li>
          ))}
          {names.map((name) => (
            <ServerChoice
              key={name}
              name={name}
              isOn={!offServers.includes(name)}
              onServer={(isOn) => setServers([name], isOn)}
              isToolOn={(tool) => !offTools.some((off) => off.serverName === name && off.toolName === tool)}
              onTool={(tool, isOn) => setTool(name, tool, isOn)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface GroupChoiceProps {
  readonly name: string
  readonly members: readonly string[]
  readonly offServers: readonly string[]
  readonly onChange: (servers: readonly string[], isOn: boolean) => void
  readonly onOnly: () => void
}

/** A switch is on or off, but a group may be partly on. Pressing it then switches all on. */
function GroupChoice({ name, members, offServers, onChange, onOnly }: GroupChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const count = members.filter((member) => !offServers.includes(member)).length
  const isMixed = count > 0 && count < members.length
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = isMixed
  }, [isMixed])
  const shown = plainWithMarks(name)
  return (
    <>
      <label className={styles.choicesGroupSwitch}>
        <input
          ref={input}
          type="checkbox"
          checked={count === members.length}
          onChange={() => onChange(members, count < members.length)}
        />
        <VisibleText text={texts.groupOf({ group: shown })} />
        {isMixed && (
          <span className={styles.choicesNote}>{texts.groupSome({ count, all: members.length })}</span>
        )}
      </label>
      <Button size="small" variant="quiet" aria-label={texts.onlyGroupOf({ group: shown })} onClick={onOnly}>
        {texts.onlyGroup()}
      </Button>
    </>
  )
}

interface ServerChoiceProps {
  readonly name: string
  readonly isOn: boolean
  readonly onServer: (isOn: boolean) => void
  readonly isToolOn: (toolName: string) => boolean
  readonly onTool: (toolName: string, isOn: boolean) => void
}

function ServerChoice({ name, isOn, onServer, isToolOn, onTool }: ServerChoiceProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li>
      <div className={styles.choicesServer}>
        <Switch label={name} isOn={isOn} onChange={onServer} />
        {isOn && (
          <IconButton
            label={texts.showTools({ server: name })}
            icon={isOpen ? ChevronDown : ChevronRight}
            size="small"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          />
        )}
      </div>
      {isOn && isOpen && <ToolChoices serverName={name} isToolOn={isToolOn} onTool={onTool} />}
    </li>
  )
}

type ToolChoicesProps = Pick<ServerChoiceProps, 'isToolOn' | 'onTool'> & { readonly serverName: string }

function ToolChoices({ serverName, isToolOn, onTool }: ToolChoicesProps) {
  const [tools, setTools] = useState<readonly ToolView[] | null>(null)
  useEffect(() => {
    let isWanted = true
    void readServer(serverName, 'tools').then((list) => isWanted && setTools(list), report)
    return () => void (isWanted = false)
  }, [serverName])
  if (tools === null) return <Spinner />
  if (tools.length === 0) return <p className={styles.choicesNote}>{texts.noTools()}</p>
  return (
    <ul className={styles.choicesTools} aria-label={texts.showTools({ server: serverName })}>
      {tools.map(({ name }) => (
        <li key={name}>
          <Switch label={name} isOn={isToolOn(name)} onChange={(isOn) => onTool(name, isOn)} />
        </li>
      ))}
    </ul>
  )
}
