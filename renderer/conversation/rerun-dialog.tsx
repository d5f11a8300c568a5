/** Asks for the other arguments of a call that is run once more. In a chunk of its own. */
import { ArgumentsDialog } from './composer/arguments-dialog'
import { focusComposer } from './content/drafts-view-store'
import { rerun, useRerun } from './tool-call/rerun-view-store'

/** A dialog named `Arguments for ‹tool›`, filled in with those of the earlier call. */
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
