/** Problems in a user's file: what, where, and how to fix it. */
import { CircleX, TriangleAlert } from 'lucide-react'
import type { SettingsProblem } from '../../../app/contract/settings'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import { toText } from '../../../app/texts/localized'
import { VisibleText } from '../../ui/base/hidden-characters'
import partStyles from '../../parts/permissions/settings-parts.module.css'

interface ProblemListProps {
  readonly problems: readonly SettingsProblem[]
  readonly label: string
}

export function ProblemListView({ problems, label }: ProblemListProps) {
  return (
    <ul className={partStyles.settingsList} aria-label={label}>
      {problems.map((problem) => (
        <ProblemItem key={`${problem.path} ${problem.line} ${toText(problem.message)}`} problem={problem} />
      ))}
    </ul>
  )
}

function ProblemItem({ problem }: { readonly problem: SettingsProblem }) {
  const Icon = problem.severity === 'error' ? CircleX : TriangleAlert

  return (
    <li className={partStyles.settingsItem} data-severity={problem.severity}>
      <Icon
        size={16}
        role="img"
        aria-label={problem.severity === 'error' ? texts.error() : texts.warning()}
      />
      <div className={partStyles.settingsItemWords}>
        <p className={partStyles.settingsItemTitle}>
          <VisibleText text={toText(problem.message)} />
        </p>
        <p className={partStyles.settingsItemNote}>
          <VisibleText text={[placeOf(problem), problem.path].filter((part) => part !== '').join(' · ')} />
        </p>
      </div>
    </li>
  )
}

function placeOf({ line, column }: SettingsProblem): string {
  if (line === null) return ''
  return column === null ? texts.placeLine({ line }) : texts.placeColumn({ line, column })
}
