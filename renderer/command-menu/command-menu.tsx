/**
 * The command menu: conversations, commands, servers, models and tools by name. Opens with Ctrl+K or Cmd+K. In its
 * own chunk.
 */
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { ToolSummary } from '../../app/contract/servers'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { saveSettings } from '../bridge/settings'
import { ariaKeys, describeShortcut } from '../parts/describe-shortcut'
import { useProjection } from '../state/projection'
import { VisibleText } from '../ui/base/hidden-characters'
import dialogStyles from '../ui/controls/dialog.module.css'
import { commandGroups, matchingGroups } from './commands'
import type { MenuCommand, CommandActions, CommandGroup } from './commands'
import styles from './command-menu.module.css'
import { commands as texts } from '../../app/texts/compiled/window/commands'

export interface CommandMenuProps extends Omit<CommandActions, 'onTheme' | 'onRestart'> {
  readonly open: boolean
  readonly onClose: () => void
  /** Tools are only offered in Direct mode. */
  readonly isDirect: boolean
}

/** A dialog named `Command menu`. */
export function CommandMenu(props: CommandMenuProps) {
  const { open, onClose } = props
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles.backdrop} />
        <Dialog.Popup className={styles.commandMenu} aria-label={texts.menu()}>
          <Commands {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const setTheme: CommandActions['onTheme'] = (theme) =>
  void saveSettings({ 'appearance.theme': theme }).catch(report)

const restart: CommandActions['onRestart'] = (serverName) =>
  void call('server.control', { serverName, act: 'restart' }).catch(report)

function Commands(props: CommandMenuProps) {
  const conversations = useProjection((state) => state.conversations)
  const assistants = useProjection((state) => state.assistants)
  const servers = useProjection((state) => state.servers)
  const models = useProjection((state) => state.models.models)
  const tools = useTools(props.isDirect)
  const [query, setQuery] = useState('')
  const groups = useMemo(
    () =>
      commandGroups(
        { assistants, conversations, servers, models, tools },
        { ...props, onTheme: setTheme, onRestart: restart }
      ),
    [assistants, conversations, servers, models, tools, props]
  )
  const shown = useMemo(() => matchingGroups(groups, query), [groups, query])
  const run = (command: MenuCommand) => {
    props.onClose()
    command.act()
  }
  return (
    <Autocomplete.Root
      open
      inline
      items={shown as CommandGroup[]}
      itemToStringValue={(command) => (command as unknown as MenuCommand).label}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={query}
      onValueChange={setQuery}
    >
      <div className={styles.commandSearch}>
        <Search size={16} aria-hidden />
        <Autocomplete.Input
          className={styles.commandInput}
          aria-label={texts.search()}
          placeholder={texts.placeholder()}
        />
      </div>
      <Autocomplete.Empty className={styles.commandEmpty}>{texts.nothing()}</Autocomplete.Empty>
      <Autocomplete.List className={styles.commandList} aria-label={texts.list()}>
        {(group: CommandGroup) => <Group key={group.label} group={group} onRun={run} />}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

interface GroupProps {
  readonly group: CommandGroup
  readonly onRun: (command: MenuCommand) => void
}

function Group({ group, onRun }: GroupProps) {
  return (
    <Autocomplete.Group items={group.items as MenuCommand[]}>
      <Autocomplete.GroupLabel className={styles.commandGroup}>{group.label}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(command: MenuCommand) => (
          <Autocomplete.Item
            key={command.id}
            value={command}
            className={styles.commandItem}
            aria-keyshortcuts={command.shortcut && ariaKeys(command.shortcut)}
            onClick={() => onRun(command)}
          >
            <command.icon size={15} aria-hidden />
            <span className={styles.commandLabel}>
              <VisibleText text={command.label} />
            </span>
            {command.detail !== undefined && (
              <span className={styles.commandDetail}>
                <VisibleText text={command.detail} />
              </span>
            )}
            {command.shortcut !== undefined && (
              <kbd className={styles.commandKeys} aria-hidden>
                {describeShortcut(command.shortcut)}
              </kbd>
            )}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  )
}

const noTools: readonly ToolSummary[] = []

/** Usable tools of all connected servers, read when the menu opens. */
function useTools(isWanted: boolean): readonly ToolSummary[] {
  const [tools, setTools] = useState(noTools)
  useEffect(() => {
    if (!isWanted) return
    void call('tool.search', { query: '', limit: 200 }).then(
      (found) => setTools(found.filter(({ problem }) => problem === null)),
      report
    )
  }, [isWanted])
  return isWanted ? tools : noTools
}
