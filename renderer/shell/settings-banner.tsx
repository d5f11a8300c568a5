/** Says across the window what is wrong in the settings file, where, and offers the way to mend it. */
import { useState } from 'react'
import type { SettingsProblem } from '../../app/contract/settings'
import { useProjection } from '../state/projection'
import { Banner } from '../ui/controls/banner'
import { Button } from '../ui/controls/button'
import { VisibleText } from '../ui/base/hidden-characters'

export interface SettingsBannerProps {
  readonly onOpenSettings: () => void
}

/** Comes back when the problems change; dismissing hides these ones only. */
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
          Open settings
        </Button>
      }
    >
      <strong>
        <VisibleText text={placeOf(first, path)} />
      </strong>{' '}
      <VisibleText text={first.message} />
      {isLastGoodInUse && ' The last good settings stay in use.'}
      {more > 0 && ` And ${more} more.`}
    </Banner>
  )
}

/** `settings.json, line 12, column 5:` */
export function placeOf({ line, column }: Pick<SettingsProblem, 'line' | 'column'>, path: string): string {
  const file = path.split(/[\\/]/).at(-1) ?? 'settings.json'
  const parts = [
    file === '' ? 'settings.json' : file,
    line !== null && `line ${line}`,
    column !== null && `column ${column}`
  ]
  return `${parts.filter(Boolean).join(', ')}:`
}
