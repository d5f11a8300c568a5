/** Colored code, in its own chunk. Builds elements from a syntax tree; no HTML text is involved. */
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { common, createLowlight } from 'lowlight'
import { memo, type ReactElement } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { markHidden } from '../base/mark-hidden'
import { VisibleText } from '../base/hidden-characters'

const lowlight = createLowlight(common)

/** Code of a known language in colors, of an unknown one as plain text. */
export const Highlighted = memo(function Highlighted({
  code,
  language
}: {
  readonly code: string
  readonly language: string
}) {
  if (!lowlight.registered(language)) return <VisibleText text={code} />
  const tree = lowlight.highlight(language, code)
  markHidden(tree)
  // The library types its result with a global JSX namespace, which React 19 no longer has.
  return toJsxRuntime(tree, { Fragment, jsx, jsxs }) as ReactElement
})
