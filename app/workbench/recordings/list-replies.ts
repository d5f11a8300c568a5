/** The replies of the recorded model, in order. */
import type { RecordedModelReply } from '../../contract/workbench/tests'
import type { Recording } from './recording'

export function listReplies({ entries }: Pick<Recording, 'entries'>): RecordedModelReply[] {
  return entries.flatMap((entry) =>
    entry.type === 'reply'
      ? {
          text: entry.text,
          calls: entry.calls.map(({ tool, arguments: args }) => ({ tool, arguments: args }))
        }
      : []
  )
}
