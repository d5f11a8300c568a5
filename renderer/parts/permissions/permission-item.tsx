/** The frame of one permission: text, and a button that revokes it. */
import type { ReactNode } from 'react'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import partStyles from './settings-parts.module.css'

export interface PermissionItemProps {
  readonly revoke: () => Promise<unknown>
  readonly children: ReactNode
}

export function PermissionItem({ revoke, children }: PermissionItemProps) {
  const { pending, failure, run } = useCommand()
  return (
    <li className={partStyles.settingsItem}>
      <div className={partStyles.settingsItemWords}>
        {children}
        <FailureText text={failure} />
      </div>
      <Button size="small" isBusy={pending !== null} onClick={() => void run(revoke)}>
        {texts.revoke()}
      </Button>
    </li>
  )
}
