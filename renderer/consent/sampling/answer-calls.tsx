/** Calls of a server's tools in its answer: their input can be edited, each can be removed, and new ones added. */
import { Wrench, X } from 'lucide-react'
import type { SamplingAnswerQuestion } from '../../../app/contract/questions/questions'
import type { ArgumentProblem } from '../../../app/contract/servers'
import { Button } from '../../ui/controls/button'
import { JsonEditor } from '../../ui/schema-form/json-editor'
import { SchemaForm } from '../../ui/schema-form/schema-form'
import { isJsonRecord } from '../../ui/schema-form/json'
import { Select } from '../../ui/controls/select'
import type { AnswerDraft, CallDraft } from './use-answer-draft'
import { ContentFrame } from '../../parts/content/content-frame'
import { parts } from '../../../app/texts/compiled/window/parts'
import { toFieldProblems } from '../../parts/argument-problems'
import { sampling } from '../../../app/texts/compiled/window/sampling'

export interface AnswerCallsProps {
  readonly question: SamplingAnswerQuestion
  readonly draft: AnswerDraft
}

export function AnswerCalls({ question, draft }: AnswerCallsProps) {
  const { calls, problems } = draft
  const tools = question.tools ?? []
  return (
    <>
      {calls.map((call) => (
        <Call
          key={call.key}
          call={call}
          tool={tools.find(({ name }) => name === call.name)}
          problems={calls.length === 1 ? problems : []}
          onChange={(changes) => draft.changeCall(call.key, changes)}
          onRemove={() => draft.removeCall(call.key)}
        />
      ))}
      {tools.length > 0 && (
        <Select
          label={sampling.callTool()}
          value=""
          placeholder={sampling.chooseOne()}
          options={[...new Set(tools.map(({ name }) => name))].map((name) => ({ value: name, label: name }))}
          hint={question.isToolRequired === true ? sampling.toolWanted() : sampling.serverRunsIt()}
          onChange={draft.addCall}
        />
      )}
    </>
  )
}

interface CallProps {
  readonly call: CallDraft
  /** Absent: the request does not contain it (any more). */
  readonly tool: NonNullable<SamplingAnswerQuestion['tools']>[number] | undefined
  readonly problems: readonly ArgumentProblem[]
  readonly onChange: (changes: Partial<CallDraft>) => void
  readonly onRemove: () => void
}

function Call({ call, tool, problems, onChange, onRemove }: CallProps) {
  const { name, input } = call
  return (
    <ContentFrame
      icon={Wrench}
      title={parts.callOfTool({ name })}
      label={sampling.callOf({ name })}
      actions={
        <Button
          size="small"
          variant="quiet"
          icon={X}
          aria-label={sampling.removeCall({ name })}
          onClick={onRemove}
        >
          {sampling.remove()}
        </Button>
      }
    >
      {tool === undefined ? (
        <JsonEditor
          label={sampling.inputOf({ name })}
          isObjectOnly
          value={input}
          onReadable={(isReadable) => onChange({ isUnreadable: !isReadable })}
          onChange={(value) => isJsonRecord(value) && onChange({ input: value, isUnreadable: false })}
        />
      ) : (
        <SchemaForm
          schema={tool.inputSchema}
          value={input}
          problems={toFieldProblems(problems)}
          onUnreadable={(isUnreadable) => onChange({ isUnreadable })}
          onChange={(value) => onChange({ input: value })}
        />
      )}
    </ContentFrame>
  )
}
