/**
 * Marks misspelt words in a field if the settings say so. Loaded with the first text, so that it doesn't delay the
 * start.
 */
import { Suspense } from 'react'
import { useSetting } from '../../bridge/settings'
import type { SpellingMarksProps } from './spelling-marks'
import { latePart } from '../../ui/controls/late-part'

const SpellingMarks = latePart(async () => (await import('./spelling-marks')).SpellingMarks)

export function SpellingLayer(props: SpellingMarksProps) {
  const isOn = useSetting('spelling.check')
  if (!isOn || props.text === '') return null
  return (
    <Suspense>
      <SpellingMarks {...props} />
    </Suspense>
  )
}
