/** Picks resources of all connected servers for the next message. In its own chunk. */
import { Library } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { ReactNode, RefObject, KeyboardEvent } from 'react'
import type { PromptView, ResourceListing } from '../../../app/contract/offers'
import { failureMessage } from '../../bridge/call'
import { Button, Spinner } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { EmptyState } from '../../ui/controls/empty-state'
import { TextField } from '../../ui/controls/text-field'
import type { AttachedResource } from '../content/attachments-view-store'
import { FailureNote } from '../content/failure-note'
import { usePrompts, useResourceListings } from '../../bridge/use-offers'
import { AttachPane } from './attach-pane'
import { AttachPrompts, filterPrompts } from './attach-prompts'
import { AttachSectionView } from './attach-section'
import { useAttachChoice } from './use-attach-choice'
import type { AttachChoice } from './use-attach-choice'
import { classNames } from '../../ui/base/class-names'
import dialogStyles from '../../ui/controls/dialog.module.css'
import styles from './attach-dialog.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { composer } from '../../../app/texts/compiled/window/composer'
import { ui } from '../../../app/texts/compiled/window/ui'
import { VisibleText } from '../../ui/base/hidden-characters'
import { rowView, type AttachRow } from './attach-rows'

export interface AttachDialogProps {
  readonly open: boolean
  readonly isDirect: boolean
  /** Servers that are switched off in the conversation, which offer nothing here. */
  readonly offServers: readonly string[]
  readonly onCancel: () => void
  readonly onAttach: (resources: readonly AttachedResource[]) => void
  /** A prompt was chosen instead, which closes the dialog. */
  readonly onPrompt: (prompt: PromptView) => void
  readonly onOpenServers: () => void
  /** Gets the focus after closing. */
  readonly finalFocus: RefObject<HTMLElement | null>
}

const noListings: readonly ResourceListing[] = []
const noPrompts: readonly PromptView[] = []

/** A dialog named `Attach resources`. */
export function AttachDialog(props: AttachDialogProps) {
  const { open, onCancel } = props
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      size="large"
      className={styles.attachDialog}
      title={texts.attachResources()}
      finalFocus={props.finalFocus}
      description={props.isDirect ? texts.directAttachNote() : texts.attachNote()}
    >
      <Picker {...props} />
    </Dialog>
  )
}

/** Mounted with the dialog, so that each opening reads the lists again and starts empty. */
function Picker({ offServers, onAttach, onCancel, onPrompt, onOpenServers }: AttachDialogProps) {
  const isOn = useCallback(
    ({ serverName }: { readonly serverName: string }) => !offServers.includes(serverName),
    [offServers]
  )
  const { value: all, failure, again } = useResourceListings(true)
  const value = useMemo(() => all?.filter(isOn) ?? null, [all, isOn])
  const choice = useAttachChoice(value ?? noListings)
  const prompts = (usePrompts(true).value ?? noPrompts).filter(isOn)
  const attaching = useAttaching(choice, onAttach)
  const instead =
    value === null ? (
      <Waiting hasFailed={failure !== null} />
    ) : value.length === 0 && prompts.length === 0 ? (
      <NoResources onOpenServers={onOpenServers} />
    ) : null
  return (
    <>
      <div className={styles.attachMain}>
        {failure !== null && <FailureNote failure={{ code: 'INTERNAL', message: failure }} onRetry={again} />}
        <Choice choice={choice} prompts={prompts} onPrompt={onPrompt} instead={instead} />
        {attaching.failure !== null && (
          <FailureNote failure={{ code: 'INTERNAL', message: attaching.failure }} />
        )}
      </div>
      <footer className={classNames(dialogStyles.footer, styles.attachFooter)}>
        <span className={styles.attachCount} role="status">
          {choice.chosenCount > 0 && (
            <VisibleText text={`${texts.chosen({ count: choice.chosenCount })} ${choice.obstacle ?? ''}`} />
          )}
        </span>
        <Button onClick={onCancel}>{ui.cancel()}</Button>
        <Button
          variant="primary"
          disabled={choice.obstacle !== null}
          isBusy={attaching.isBusy}
          onClick={attaching.attach}
        >
          {composer.attach()}
        </Button>
      </footer>
    </>
  )
}

function Waiting({ hasFailed }: { readonly hasFailed: boolean }) {
  return (
    <div className={styles.attachReading}>{!hasFailed && <Spinner label={texts.readingResources()} />}</div>
  )
}

function NoResources({ onOpenServers }: Pick<AttachDialogProps, 'onOpenServers'>) {
  return (
    <EmptyState
      icon={Library}
      title={texts.noResourcesTitle()}
      actions={<Button onClick={onOpenServers}>{texts.showServers()}</Button>}
    >
      {texts.noResourcesNote()}
    </EmptyState>
  )
}

interface Attaching {
  readonly isBusy: boolean
  /** Why the last attempt failed. */
  readonly failure: string | null
  readonly attach: () => void
}

function useAttaching(choice: AttachChoice, onAttach: AttachDialogProps['onAttach']): Attaching {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const attach = () => {
    setIsBusy(true)
    setFailure(null)
    void choice
      .resources()
      .then(onAttach, (error: unknown) => setFailure(failureMessage(error)))
      .finally(() => setIsBusy(false))
  }
  return { isBusy, failure, attach }
}

interface ChoiceProps {
  readonly choice: AttachChoice
  readonly prompts: readonly PromptView[]
  readonly onPrompt: (prompt: PromptView) => void
  /** Shown instead of the lists when there are none. */
  readonly instead: ReactNode
}

/** The filter is there from the beginning, so that it can get the focus. */
function Choice({ choice, prompts, onPrompt, instead }: ChoiceProps) {
  const lists = useRef<HTMLDivElement>(null)
  const [shownUri, setShownUri] = useState<string | null>(null)
  const { active } = choice
  const fitting = filterPrompts(prompts, choice.filter)
  const onKeyDown = pickerKeys({ choice, lists, onShow: setShownUri })
  return (
    <>
      <TextField
        type="search"
        label={texts.filterResources()}
        isLabelHidden
        placeholder={texts.filterResources()}
        value={choice.filter}
        onChange={choice.setFilter}
        onKeyDown={(event) => event.key === 'ArrowDown' && onKeyDown(event)}
      />
      {instead ?? (
        <>
          <div className={styles.attachColumns}>
            <div ref={lists} className={styles.attachLists}>
              {choice.sections.map((section) => (
                <AttachSectionView
                  key={section.serverName}
                  section={section}
                  choice={choice}
                  onKeyDown={onKeyDown}
                />
              ))}
              <AttachPrompts prompts={fitting} onPrompt={onPrompt} />
              {choice.sections.length === 0 && fitting.length === 0 && (
                <p className={styles.attachNothing}>{texts.noMatches()}</p>
              )}
            </div>
            <AttachPane
              row={active}
              values={active === null ? {} : choice.valuesOf(active)}
              onFillIn={(values) => active !== null && choice.fillIn(active, values)}
              shownUri={shownUri}
              onShow={setShownUri}
            />
          </div>
          <p className={styles.attachKeys}>{texts.pickerKeys()}</p>
        </>
      )}
    </>
  )
}

interface PickerKeysOptions {
  readonly choice: AttachChoice
  /** Contains the listboxes, each with `data-server`. */
  readonly lists: RefObject<HTMLElement | null>
  readonly onShow: (uri: string) => void
}

/** Keyboard control of the picker's lists: arrows move across all servers, Space selects, Enter shows the content. */
function pickerKeys({ choice, lists, onShow }: PickerKeysOptions): (event: KeyboardEvent) => void {
  const { active } = choice
  const goTo = (row: AttachRow | null) => {
    if (row === null) return
    const boxes = [...(lists.current?.querySelectorAll<HTMLElement>('[role="listbox"]') ?? [])]
    boxes.find((box) => box.dataset['server'] === rowView(row).serverName)?.focus()
    // After the focus, because a list makes its first row active when it gets the focus.
    choice.activate(row)
  }
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => goTo(choice.rowAt(1)),
    ArrowUp: () => goTo(choice.rowAt(-1)),
    Home: () => goTo(choice.rowAt(-Infinity)),
    End: () => goTo(choice.rowAt(Infinity)),
    ' ': () => active !== null && choice.toggle(active),
    Enter: () => active?.kind === 'resource' && onShow(active.resource.uri)
  }
  return (event) => {
    const act = actions[event.key]
    if (act === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    act()
  }
}
