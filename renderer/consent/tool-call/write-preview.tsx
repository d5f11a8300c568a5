/** What a call would change in a file. In its own chunk, because few calls write files. */
import { useMemo } from 'react'
import { writeInto, type FileWrite } from '../../../app/contract/content/file-write'
import { call } from '../../bridge/call'
import { useRead } from '../../bridge/use-read'
import { ChangedLines } from '../../parts/changed-lines'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface WritePreviewProps {
  readonly questionId: string
  readonly write: FileWrite
  /** The user named a file other than the one that was read. */
  readonly isOtherPath: boolean
}

export function WritePreview({ questionId, write, isOtherPath }: WritePreviewProps) {
  const { value, failure } = useRead({
    key: questionId,
    read: () => call('consent.read-target', { questionId })
  })
  if (failure !== null || isOtherPath || value?.state === 'outside') return <p>{consent.writeOutside()}</p>
  if (value === null) return <p>{consent.writeReading()}</p>
  if (value.state === 'unreadable') return <p>{consent.writeUnreadable()}</p>
  const before = value.state === 'there' ? value.text : ''
  return <Changes before={before} isNew={value.state === 'new'} write={write} />
}

interface ChangesProps {
  readonly before: string
  readonly isNew: boolean
  readonly write: FileWrite
}

function Changes({ before, isNew, write }: ChangesProps) {
  const { text, missing } = useMemo(() => writeInto(before, write), [before, write])
  return (
    <ChangedLines
      before={before}
      after={text}
      sum={(count) => (isNew ? consent.writeNewFile(count) : consent.writeCounts(count))}
      note={missing > 0 && <strong>{consent.writeMissing({ count: missing })}</strong>}
      more={(count) => consent.writeMoreLines({ count })}
    />
  )
}
