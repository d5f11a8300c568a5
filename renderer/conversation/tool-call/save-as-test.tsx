/** Adds the call to the tests of its server, with its result as what the test expects. */
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { tests as texts } from '../../../app/texts/compiled/window/tests'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import commonStyles from '../../parts/common.module.css'

export function SaveAsTest({ part }: { readonly part: ToolCallPart }) {
  const { serverName, toolName, arguments: args, state } = part
  const { pending, failure, run } = useCommand()
  const [name, setName] = useState<string | null>(null)
  if (serverName === null || state !== 'done') return null
  const save = () =>
    void run(async () => {
      const added = await call('test.add', { serverName, toolName, arguments: args, ...toExpected(part) })
      setName(added.name)
    })
  return (
    <>
      <Button size="small" variant="quiet" icon={FlaskConical} isBusy={pending !== null} onClick={save}>
        {texts.saveAsTest()}
      </Button>
      <span role="status" className={commonStyles.smallNote}>
        {name !== null && <VisibleText text={texts.savedAsTest({ name, server: serverName })} />}
      </span>
      <FailureText text={failure} />
    </>
  )
}

/** Characters of a long result, of which the card has only the beginning. */
const comparedCharacters = 1_000

function toExpected({ content, isError, kept }: ToolCallPart) {
  const text = content
    .flatMap((block) => (block.type === 'text' || block.type === 'resource' ? (block.text ?? []) : []))
    .join('\n')
  return kept === undefined ? { result: { text, isError } } : { contains: text.slice(0, comparedCharacters) }
}
