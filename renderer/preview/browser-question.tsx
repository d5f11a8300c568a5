/** Asks before a page leaves its frame for the browser. */
import { previewPlace } from '../../app/contract/approval/own-places'
import { preview as texts } from '../../app/texts/compiled/window/preview'
import { ui } from '../../app/texts/compiled/window/ui'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { Button } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { GuardedButton } from '../ui/controls/guarded-button'

export interface BrowserQuestionProps {
  readonly previewId: string
  readonly open: boolean
  readonly onClose: () => void
}

export function BrowserQuestion({ previewId, open, onClose }: BrowserQuestionProps) {
  const openInBrowser = () => {
    onClose()
    void call('preview.open-in-browser', { previewId }).catch(report)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      place={previewPlace(previewId)}
      title={texts.askTitle()}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel()}</Button>
          <GuardedButton variant="primary" onPress={openInBrowser}>
            {texts.openInBrowser()}
          </GuardedButton>
        </>
      }
    >
      <p>{texts.askNote()}</p>
    </Dialog>
  )
}
