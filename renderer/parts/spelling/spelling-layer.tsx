/** Misspelt words of a field, where the settings want them marked. Loaded with the first text: no start waits for it. */
import { lazy, Suspense } from 'react'
import { useSetting } from '../../bridge/settings'
import type { SpellingMarksProps } from './spelling-marks'

const SpellingMarks = lazy(() =>
  import('./spelling-marks').then((module) => ({ default: module.SpellingMarks }))
)

export function SpellingLayer(props: SpellingMarksProps) {
  const isOn = useSetting('spelling.check')
  if (!isOn || props.text === '') return null
  return (
    <Suspense>
      <SpellingMarks {...props} />
    </Suspense>
  )
}
