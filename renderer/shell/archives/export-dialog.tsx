/** The export formats of conversations; the system asks for the path. */
import { Braces, FileClock, FileCode, FileText } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ExportFormat } from '../../../app/contract/conversation/archives'
import type { ConversationSummary } from '../../../app/contract/conversations'
import { call } from '../../bridge/call'
import { notify } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import { ChoiceCard, ChoiceCards } from '../../ui/controls/choice-card'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import { shell } from '../../../app/texts/compiled/window/shell'

export interface ExportDialogProps {
  readonly conversations: readonly ConversationSummary[]
  readonly open: boolean
  readonly onClose: () => void
}

interface Choice {
  readonly format: ExportFormat
  readonly icon: LucideIcon
  readonly title: () => string
  readonly description: () => string
}

const choices: readonly Choice[] = [
  { format: 'markdown', icon: FileText, title: shell.asMarkdown, description: shell.asMarkdownNote },
  { format: 'html', icon: FileCode, title: shell.asHtml, description: shell.asHtmlNote },
  { format: 'json', icon: Braces, title: shell.asJson, description: shell.asJsonNote }
]

/** Of one conversation only. */
const recording: Choice = {
  format: 'recording',
  icon: FileClock,
  title: shell.asRecording,
  description: shell.asRecordingNote
}

/** A dialog named `Export`. */
export function ExportDialog({ conversations, open, onClose }: ExportDialogProps) {
  const { pending, failure, run } = useCommand()
  const save = async (format: ExportFormat) => {
    const conversationIds = conversations.map(({ id }) => id)
    const { path } = await call('archive.export', { conversationIds, format })
    if (path === null) return
    notify('status', shell.savedAs({ path }))
    onClose()
  }
  const [first] = conversations
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={shell.export()}
      description={shell.exportNote({ count: conversations.length, title: first?.title ?? '' })}
    >
      <ChoiceCards>
        {[...choices, ...(conversations.length === 1 ? [recording] : [])].map(
          ({ format, icon, title, description }) => (
            <ChoiceCard
              key={format}
              icon={icon}
              title={title()}
              description={description()}
              isBusy={pending === format}
              isDisabled={pending !== null}
              onChoose={() => void run(() => save(format), format)}
            />
          )
        )}
      </ChoiceCards>
      <FailureText text={failure} />
    </Dialog>
  )
}
