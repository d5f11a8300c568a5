/** Asks for other arguments of a call that runs again. In its own chunk. */
import { ArgumentsDialog } from './composer/arguments-dialog'
import { focusComposer } from './content/drafts-view-store'
import { rerun, useRerun } from './tool-call/rerun-view-store'

/** A dialog named `Arguments for ‹tool›`, filled with the earlier call's arguments. */
export function RerunDialog() {
  const { asked, isOpen } = useRerun()
  if (asked === null) return null
  const { earlier, tool } = asked
  return (
    <ArgumentsDialog
      key={earlier.part.callId}
      tool={tool}
      initial={earlier.part.arguments}
      open={isOpen}
      onCancel={rerun.close}
      onRun={(_, args, isUnchecked) => {
        rerun.close()
        focusComposer()
        rerun.run(earlier, args, isUnchecked)
      }}
    />
  )
}
