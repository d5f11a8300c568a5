/** Shows that a permission allowed a call without asking, and can revoke that permission. */
import type { ToolCallPart } from '../../../app/contract/conversations'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { Badge } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import commonStyles from '../../parts/common.module.css'

/** A badge; nothing if the user was asked. */
export function PermissionBadge({ part }: { readonly part: ToolCallPart }) {
  return part.grantId === undefined ? null : <Badge>{texts.allowedEarlier()}</Badge>
}

/** The button, while the permission exists. */
export function RevokePermission({ part }: { readonly part: ToolCallPart }) {
  const { grantId } = part
  const isThere = useProjection(({ consent }) => consent.grants.some(({ id }) => id === grantId))
  const { pending, failure, run } = useCommand()
  if (grantId === undefined) return null
  if (grantId === null || !isThere) return <p className={commonStyles.note}>{texts.permissionGone()}</p>
  return (
    <div>
      <Button
        size="small"
        isBusy={pending !== null}
        onClick={() => void run(() => call('consent.revoke', { kind: 'permission', grantId }))}
      >
        {texts.revokePermission()}
      </Button>
      <FailureText text={failure} />
    </div>
  )
}
