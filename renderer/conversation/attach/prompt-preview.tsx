/** A preview of the prompt with the current arguments. The server is only asked on request. */
import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { PromptResult, PromptView } from '../../../app/contract/offers'
import { call } from '../../bridge/call'
import { Button, Spinner } from '../../ui/controls/button'
import { Clamp } from '../../ui/controls/clamp'
import { VisibleText } from '../../ui/base/hidden-characters'
import { FailureNote } from '../content/failure-note'
import { ExchangeHere } from '../content/open-exchange'
import { useRead } from '../../bridge/use-read'
import { PromptMessages } from './prompt-messages'
import commonStyles from '../../parts/common.module.css'
import styles from './prompt-preview.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface PromptPreviewProps {
  readonly prompt: PromptView
  readonly args: Readonly<Record<string, string>>
  /** Every required argument has a value. */
  readonly isComplete: boolean
}

export function PromptPreview({ prompt, args, isComplete }: PromptPreviewProps) {
  const wanted = JSON.stringify([prompt.serverName, prompt.name, args])
  const [shownFor, setShownFor] = useState<string | null>(null)
  const isShown = isComplete && shownFor === wanted
  const { value, failure, again } = useRead<PromptResult>({
    key: isShown ? wanted : null,
    read: () =>
      call('prompt.get', { serverName: prompt.serverName, name: prompt.name, arguments: { ...args } })
  })
  if (!isShown) {
    return (
      <div className={styles.promptPreviewOffer}>
        <Button size="small" icon={Eye} disabled={!isComplete} onClick={() => setShownFor(wanted)}>
          {texts.previewMessages()}
        </Button>
        {!isComplete && <span className={commonStyles.note}>{texts.previewNeeds()}</span>}
      </div>
    )
  }
  return (
    <section ref={takeFocus} className={styles.promptPreview} aria-label={texts.preview()} tabIndex={-1}>
      {failure !== null && <FailureNote failure={{ code: 'INTERNAL', message: failure }} onRetry={again} />}
      {failure === null && value === null && (
        <>
          <Spinner label={texts.askingForMessages()} />
          <ExchangeHere serverName={prompt.serverName} kind="prompt" name={prompt.name} />
        </>
      )}
      {value !== null && <Result result={value} serverName={prompt.serverName} />}
    </section>
  )
}

/** The button that asked for the preview is removed, and the focus would leave the dialog with it. */
function takeFocus(preview: HTMLElement | null): void {
  preview?.focus()
}

function Result({ result, serverName }: { readonly result: PromptResult; readonly serverName: string }) {
  return (
    <>
      {result.description !== null && result.description !== '' && (
        <p className={commonStyles.note}>
          <VisibleText text={result.description} />
        </p>
      )}
      <Clamp>
        <PromptMessages messages={result.messages} serverName={serverName} />
      </Clamp>
    </>
  )
}
