/**
 * A code block with its language and buttons to wrap, save and copy it. Colors come from a lazy chunk and change no
 * sizes.
 */
import { Check, Copy, TextWrap } from 'lucide-react'
import { createContext, Suspense, useContext, useState } from 'react'
import type { ReactNode } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { Button, IconButton } from '../controls/button'
import { SaveIconButton } from '../controls/save-button'
import { plainWithMarks, VisibleText } from '../base/hidden-characters'
import { useHostActions } from '../base/host-actions'
import { codeFileName } from './code-file-name'
import { PreviewButton } from './preview-button'
import styles from './code-block.module.css'
import { latePart } from '../controls/late-part'

const Highlighted = latePart(async () => (await import('./highlighted')).Highlighted)

/** Longer code stays plain, because coloring it would freeze the window. */
const highlightLimit = 60_000

/**
 * Whether more text follows. Until then a block only has the buttons to copy and to preview, because the browser lays
 * out a growing answer again with each piece, and the other buttons would be a fifth of that.
 */
export const StreamingContext = createContext(false)

export interface CodeBlockProps {
  readonly code: string
  /** Language of the fence; '' if none is named. */
  readonly language?: string
  /** The other text of the fence's first line; a model reads it too. */
  readonly note?: string
  /** False while the text still grows. Default true. */
  readonly isSettled?: boolean
}

/** Later blocks start with the user's last choice. */
let wrapsByDefault = false

/** Code unchanged: scrolls sideways, or wrapped if the user chooses that. */
export function CodeBlock({ code, language = '', note = '', isSettled = true }: CodeBlockProps) {
  const [isWrapped, setIsWrapped] = useState(wrapsByDefault)
  const plain = <VisibleText text={code} />
  const isColoured = isSettled && language !== '' && code.length <= highlightLimit
  return (
    <figure
      className={styles.codeBlock}
      aria-label={language === '' ? ui.code() : plainWithMarks(ui.codeIn({ language }))}
    >
      <figcaption className={styles.codeBlockHeader}>
        <span>
          <VisibleText text={`${language === '' ? ui.codeAsText() : language} ${note}`.trimEnd()} />
        </span>
        <span className={styles.codeBlockActions}>
          <PreviewButton code={code} language={language} isSettled={isSettled} />
          <SettledOnly>
            <IconButton
              label={ui.wrapLines()}
              icon={TextWrap}
              size="small"
              aria-pressed={isWrapped}
              onClick={() => setIsWrapped((wrapsByDefault = !isWrapped))}
            />
            <SaveIconButton
              label={ui.saveCode()}
              name={codeFileName(ui.codeFile(), language)}
              mimeType="text/plain"
              data={{ text: code }}
            />
          </SettledOnly>
          <CopyButton text={code} label={ui.copyCode()} />
        </span>
      </figcaption>
      {/* Scrolls sideways, so it must be focusable by keyboard. */}
      <pre className={styles.codeBlockCode} data-wrapped={isWrapped || undefined} tabIndex={0}>
        <code>
          {isColoured ? (
            <Suspense fallback={plain}>
              <Highlighted code={code} language={language} />
            </Suspense>
          ) : (
            plain
          )}
        </code>
      </pre>
    </figure>
  )
}

/** Shown once the text is complete. */
export function SettledOnly({ children }: { readonly children: ReactNode }) {
  return useContext(StreamingContext) ? null : children
}

/** Copies a text and confirms it for a moment. */
export function CopyButton(props: {
  /** A function, called on request. */
  readonly text: string | (() => string | Promise<string>)
  readonly label: string
  /** Beside other copy buttons, because an icon doesn't say what it copies. */
  readonly isLabelShown?: boolean
}) {
  const { text, label, isLabelShown = false } = props
  const { copyText } = useHostActions()
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    try {
      await copyText(typeof text === 'string' ? text : await text())
      setIsCopied(true)
      setTimeout(() => setIsCopied(false), 1_600)
    } catch {
      setIsCopied(false) // the host reports why; the button just does not confirm
    }
  }
  const name = isCopied ? ui.copied() : label
  const icon = isCopied ? Check : Copy
  return isLabelShown ? (
    <Button size="small" icon={icon} onClick={() => void copy()}>
      {name}
    </Button>
  ) : (
    <IconButton label={name} icon={icon} size="small" onClick={() => void copy()} />
  )
}
