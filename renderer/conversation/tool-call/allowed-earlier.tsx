/** Says of a call that nobody was asked about it, and takes the permission back that let it through. */
import type { ToolCallPart } from '../../../app/contract/conversations'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { Badge } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import partStyles from './tool-call-parts.module.css'

/** A badge; nothing where the person was asked. */
export function AllowedEarlier({ part }: { readonly part: ToolCallPart }) {
  return part.grantId === undefined ? null : <Badge>{texts.allowedEarlier()}</Badge>
}

/** The button, while the permission is there. */
export function RevokePermission({ part }: { readonly part: ToolCallPart }) {
  const { grantId } = part
  const isThere = useProjection(({ consent }) => consent.grants.some(({ id }) => id === grantId))
  const { pending, failure, run } = useCommand()
  if (grantId === undefined) return null
  if (grantId === null || !isThere) return <p className={partStyles.toolCallNote}>{texts.permissionGone()}</p>
  return (
    <div>
      <Button
        size="small"
        isBusy={pending !== null}
        onClick={() => void run(() => call('consent.revoke-grant', { grantId }))}
      >
        {texts.revokePermission()}
      </Button>
      <FailureText text={failure} />
    </div>
  )
}
