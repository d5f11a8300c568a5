/** What an administrator allows, shown where it matters. Of a long list only the beginning is named. */
import { TextWithElements, textSlot } from '../ui/base/text-with-elements'
import { VisibleText } from '../ui/base/hidden-characters'
import { ManagedNote } from './managed-note'

const namedAtMost = 5

export interface ManagedListProps {
  readonly allowed: readonly string[]
  /** The policy that says so. */
  readonly file: string
  readonly texts: {
    readonly none: () => string
    readonly only: (values: { names: string }) => string
    readonly onlyAndMore: (values: { names: string; count: number }) => string
  }
}

export function ManagedList({ allowed, file, texts }: ManagedListProps) {
  if (allowed.length === 0) return <ManagedNote file={file}>{texts.none()}</ManagedNote>
  const count = allowed.length - namedAtMost
  const names = textSlot('names')
  const named = (
    <code>
      <VisibleText text={allowed.slice(0, namedAtMost).join(' · ')} />
    </code>
  )
  return (
    <ManagedNote file={file}>
      <TextWithElements
        text={count > 0 ? texts.onlyAndMore({ names, count }) : texts.only({ names })}
        with={{ names: named }}
      />
    </ManagedNote>
  )
}
