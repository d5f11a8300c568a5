/** A banner with the problems of the settings file, their positions, and a button to fix them. */
import { useState } from 'react'
import type { SettingsProblem } from '../../app/contract/settings'
import { useProjection } from '../state/projection'
import { Banner } from '../ui/controls/banner'
import { Button } from '../ui/controls/button'
import { VisibleText } from '../ui/base/hidden-characters'
import { shell } from '../../app/texts/compiled/window/shell'
import { toText } from '../../app/texts/localized'

export interface SettingsBannerProps {
  readonly onOpenSettings: () => void
}

/** Returns when the problems change; dismissing hides only these. */
export function SettingsBanner({ onOpenSettings }: SettingsBannerProps) {
  const { problems, isLastGoodInUse, path } = useProjection((state) => state.settings)
  const [dismissed, setDismissed] = useState('')
  const key = JSON.stringify(problems)
  const first = problems.find(({ severity }) => severity === 'error') ?? problems[0]
  if (first === undefined || dismissed === key) return null
  const more = problems.length - 1
  return (
    <Banner
      tone={first.severity === 'error' ? 'danger' : 'warning'}
      onDismiss={() => setDismissed(key)}
      actions={
        <Button size="small" onClick={onOpenSettings}>
          {shell.openSettings()}
        </Button>
      }
    >
      <strong>
        <VisibleText text={describeProblemPlace(first, path)} />
      </strong>{' '}
      <VisibleText text={toText(first.message)} />
      {isLastGoodInUse && ` ${shell.lastGood()}`}
      {more > 0 && ` ${shell.andMore({ count: more })}`}
    </Banner>
  )
}

/** `settings.json, line 12, column 5:` */
export function describeProblemPlace(
  { line, column }: Pick<SettingsProblem, 'line' | 'column'>,
  path: string
): string {
  const file = readFileName(path)
  if (line === null) return shell.place({ file })
  return column === null ? shell.placeLine({ file, line }) : shell.placeColumn({ file, line, column })
}

/** The file name only. */
export function readFileName(path: string): string {
  return path.split(/[\\/]/).at(-1) || 'settings.json'
}
