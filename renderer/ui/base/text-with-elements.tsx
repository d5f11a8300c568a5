/** A localized text with elements in it, such as a highlighted name or a link. */
import { createElement, Fragment } from 'react'
import type { ReactNode } from 'react'
import { VisibleText } from './hidden-characters'

// Two characters without meaning in any script. A text from outside that contains them only loses its elements.
const before = '\uE000'
const after = '\uE001'

/** Marks the place of the element with that name: `servers.managedBy({ file: hole('file') })`. */
export function textSlot(name: string): string {
  return before + name + after
}

export interface FilledProps {
  /** Made with `hole` for each element. */
  readonly text: string
  readonly with: Readonly<Record<string, ReactNode>>
}

/** Hidden characters between the elements are shown. */
export function TextWithElements({ text, with: elements }: FilledProps) {
  const nodes = text.split(before).flatMap((piece, index) => {
    const end = index === 0 ? -1 : piece.indexOf(after)
    const name = piece.slice(0, Math.max(end, 0))
    return [Object.hasOwn(elements, name) && elements[name], <VisibleText text={piece.slice(end + 1)} />]
  })
  // Their number is fixed by the text, so none needs a key.
  return createElement(Fragment, null, ...nodes)
}
