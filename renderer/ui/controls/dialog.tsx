/**
 * The dialog of every question, form and screen above the window: keeps the focus inside and returns it to its
 * origin, closes on Escape, and has its title as accessible name.
 */
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { IconButton } from './button'
import { RenderBoundary } from './render-boundary'
import { FocusFallback } from './focus-fallback'
import { classNames } from '../base/class-names'
import { Openings } from './guarded-button'
import { hasNewerDialogFocus } from './newer-dialog'
import { plainWithMarks, VisibleText } from '../base/hidden-characters'
import styles from './dialog.module.css'
import { notShown } from '../../../app/texts/compiled/window/notShown'

export interface DialogProps {
  readonly open: boolean
  /** Accessible name, also shown as heading. */
  readonly title: string
  /** The same text, drawn with elements. Absent: as plain text. */
  readonly heading?: ReactNode
  /** Escape, the close button and a press outside. */
  readonly onClose: () => void
  readonly children: ReactNode
  /** A sentence under the title that is read with it. */
  readonly description?: ReactNode
  /** Buttons at the lower end; the primary one last. */
  readonly footer?: ReactNode
  /**
   * small 440 px, medium 600 px, large 860 px and a fixed height. wide: the same width, with the height of its
   * content; its upper edge is where a large one has it, so that nothing moves when content is added. Default medium.
   */
  readonly size?: 'small' | 'medium' | 'large' | 'wide'
  /** For questions: a stray press outside must not answer them. Escape still calls `onClose`. */
  readonly isOutsidePressIgnored?: boolean
  /** Called instead of `onClose` for a press on the page behind; with `isOutsidePressIgnored` only. */
  readonly onBackdropPress?: ((event: Pick<Event, 'timeStamp'>) => void) | undefined
  /**
   * For questions: the page behind stays readable, also for assistive technology, because the decision is about it.
   * The caller must keep the focus inside. Default false.
   */
  readonly isPageReadable?: boolean
  /** Questions without a neutral answer hide the cross. Default true. */
  readonly hasCloseButton?: boolean
  /**
   * For screens with only text: scrolling content must be focusable by keyboard, and nothing in it is. Default false.
   */
  readonly isRead?: boolean
  /**
   * For content to be read before filling it in: no field gets the focus and scrolls the beginning away. Default
   * false.
   */
  readonly startsAtTop?: boolean
  /** Gets the initial focus; absent: the first field, or the dialog itself if there is none. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** Gets the focus after closing; absent: what had it before. */
  readonly finalFocus?: RefObject<HTMLElement | null>
  /** For questions: their id at the host, which accepts an approval only from presses in here. */
  readonly place?: string | undefined
  /** For questions: above every other dialog. */
  readonly isAbove?: boolean
  /** Its content as plain text, for when it can't be drawn. Null: the caller handles that. Default: its title. */
  readonly plainText?: (() => string) | null
  /** Its parts have a `data-part`: header, title, description, body, footer. */
  readonly className?: string | undefined
}

const fields = '[data-part="body"] :is(input, textarea, [role="combobox"]):not(:disabled, [tabindex="-1"])'

/**
 * The element that opened a dialog may be removed; the focus then stays in the dialog below and never goes behind it.
 * It goes to the next empty field there, if one appeared meanwhile.
 */
function dialogBelow(closing: HTMLElement | null, opener: Element | null): HTMLElement | null {
  const open = [...document.querySelectorAll<HTMLElement>('[data-part="dialog"][data-open]')]
  const below = open.findLast((dialog) => dialog !== closing)
  const next = below?.querySelector<HTMLElement>('[data-next]')
  if (next != null) return next
  return below === undefined || below.contains(opener) ? null : below
}

/** What was opened from the dialog is over it by now, and took the focus. */
function isCovered(opener: Element | null): boolean {
  return opener?.closest('[inert]') != null
}

/** A modal dialog. Keep it mounted and switch `open`, so that the focus can return. */
export function Dialog(props: DialogProps) {
  const { open, onClose, description, footer, size = 'medium' } = props
  const above = props.isAbove === true && styles.above
  const popup = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  const openings = useOpenings(open)
  const begin = () => {
    opener.current = document.activeElement
    if (props.startsAtTop === true) return popup.current
    return props.initialFocus?.current ?? popup.current?.querySelector<HTMLElement>(fields) ?? popup.current
  }
  const end = () =>
    !hasNewerDialogFocus(popup.current) &&
    !isCovered(opener.current) &&
    (dialogBelow(popup.current, opener.current) ?? props.finalFocus?.current ?? true)
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      disablePointerDismissal={props.isOutsidePressIgnored === true}
      modal={props.isPageReadable !== true}
    >
      <Base.Portal>
        <Base.Backdrop
          data-part="backdrop"
          className={classNames(styles.backdrop, above)}
          onClick={props.onBackdropPress}
        />
        <Base.Popup
          data-part="dialog"
          data-question={props.place}
          className={classNames(styles.dialog, styles[size], above, props.className)}
          ref={popup}
          initialFocus={begin}
          finalFocus={end}
        >
          <Openings value={openings}>
            <FocusFallback dialog={popup} />
            <Header {...props} />
            {description !== undefined && (
              <Base.Description data-part="description" className={styles.description} render={<div />}>
                {typeof description === 'string' ? <VisibleText text={description} /> : description}
              </Base.Description>
            )}
            <Body {...props} />
            {footer !== undefined && (
              <div data-part="footer" className={styles.footer}>
                {footer}
              </div>
            )}
          </Openings>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

function Header({ title, heading, hasCloseButton = true, onClose }: DialogProps) {
  return (
    // No landmarks: a question over a dialog would give one window two banners.
    <div data-part="header" className={styles.header}>
      <Title title={title} heading={heading} />
      {hasCloseButton && <IconButton label={ui.close()} icon={X} size="small" onClick={onClose} />}
    </div>
  )
}

function Body(props: DialogProps) {
  const reached = { tabIndex: 0, role: 'group', 'aria-label': plainWithMarks(props.title) }
  return (
    <div
      data-part="body"
      className={styles.body}
      data-scrollbar="steady"
      {...(props.isRead === true && reached)}
    >
      {props.plainText === null ? props.children : <Guarded {...props} />}
    </div>
  )
}

function Title({ title, heading }: Pick<DialogProps, 'title' | 'heading'>) {
  return (
    <Base.Title
      data-part="title"
      className={styles.title}
      // Elements within the title must not add spaces to the name of the dialog.
      aria-label={heading === undefined ? undefined : plainWithMarks(title)}
    >
      {heading ?? plainWithMarks(title)}
    </Base.Title>
  )
}

/** How often it was opened so far. */
function useOpenings(isOpen: boolean): number {
  const [seen, setSeen] = useState({ isOpen, count: 0 })
  if (seen.isOpen !== isOpen) setSeen({ isOpen, count: seen.count + (isOpen ? 1 : 0) })
  return seen.count
}

function Guarded({ title, plainText, onClose, children }: DialogProps) {
  return (
    <RenderBoundary
      sentence={notShown.named({ name: plainWithMarks(title) })}
      text={plainText ?? (() => title)}
      waysOn={[{ label: ui.close(), onPress: onClose }]}
    >
      {children}
    </RenderBoundary>
  )
}
