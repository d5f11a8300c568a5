/** Unformatted text with hidden characters marked, and short notes in its place. */
import type { ReactNode } from 'react'
import { parts as texts } from '../../../app/texts/compiled/window/parts'
import { VisibleText } from '../../ui/base/hidden-characters'
import { WholeText } from '../../ui/untrusted/exact-text'
import { LongText } from '../../ui/untrusted/json-view'
import styles from './content-text.module.css'

export interface ContentTextProps {
  readonly text: string
  /** Everything at once, for decisions. Default: a long text is cut first. */
  readonly isWhole?: boolean
}

export function ContentText({ text, isWhole = false }: ContentTextProps) {
  if (text === '') return <ContentNote>{texts.textEmpty()}</ContentNote>
  if (isWhole)
    return (
      <div className={styles.contentText}>
        <WholeText text={text} />
      </div>
    )
  return (
    <LongText text={text}>
      {(shown) => (
        <div className={styles.contentText}>
          <VisibleText text={shown} />
        </div>
      )}
    </LongText>
  )
}

export function ContentNote({ children }: { readonly children: ReactNode }) {
  return <p className={styles.contentNote}>{children}</p>
}
