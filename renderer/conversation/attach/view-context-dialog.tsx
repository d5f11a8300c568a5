/** Everything that a model will get from a view, before the message is sent. */
import type { ViewContext } from '../../../app/contract/bridge/view-calls'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { ContentsView } from '../../parts/content/contents-view'
import { Dialog } from '../../ui/controls/dialog'

export interface ViewContextDialogProps {
  readonly context: ViewContext
  readonly open: boolean
  readonly onClose: () => void
}

export function ViewContextDialog({ context, open, onClose }: ViewContextDialogProps) {
  const name = texts.fromApp({ server: context.serverName })
  return (
    <Dialog
      open={open}
      title={texts.whatModelGets({ name })}
      description={texts.fromAppDetail()}
      onClose={onClose}
      size="wide"
    >
      <ContentsView contents={context.contents} name={name} hasSave={false} />
    </Dialog>
  )
}
