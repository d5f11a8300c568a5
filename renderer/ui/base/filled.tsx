/** A text of the catalogue with elements in it, such as a name set apart or a link. */
import { createElement, Fragment } from 'react'
import type { ReactNode } from 'react'
import { VisibleText } from './hidden-characters'

// Two characters that stand for nothing in any script; a text from outside that has them loses its elements, no more.
const before = '\uE000'
const after = '\uE001'

/** Stands in a text where the element of that name goes: `servers.managedBy({ file: hole('file') })`. */
export function hole(name: string): string {
  return before + name + after
}

export interface FilledProps {
  /** Made with `hole` for each element. */
  readonly text: string
  readonly with: Readonly<Record<string, ReactNode>>
}

/** Everything between the elements has its hidden characters shown. */
export function Filled({ text, with: elements }: FilledProps) {
  const nodes = text.split(before).flatMap((piece, index) => {
    const end = index === 0 ? -1 : piece.indexOf(after)
    const name = piece.slice(0, Math.max(end, 0))
    return [Object.hasOwn(elements, name) && elements[name], <VisibleText text={piece.slice(end + 1)} />]
  })
  // Their number is the text's own, so none needs a key.
  return createElement(Fragment, null, ...nodes)
}
