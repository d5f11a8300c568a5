/** A dialog named `Compare with another answer`: choose another model to ask, or an existing answer. */
import { useEffect, useRef, useState } from 'react'
import type { Branches, Message } from '../../../app/contract/conversations'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { ui } from '../../../app/texts/compiled/window/ui'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { modelLabel } from '../../parts/model-groups'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { Dialog } from '../../ui/controls/dialog'
import { Select } from '../../ui/controls/select'
import { comparison, useComparison } from './comparison-view-store'
import type { OfferedModel } from './offered-models'
import styles from './compare-dialog.module.css'

const none: readonly string[] = []

export interface CompareDialogProps {
  readonly conversationId: string
  readonly messages: readonly Message[]
  readonly branches: Branches
  readonly models: readonly OfferedModel[]
  /** False while an answer is written. */
  readonly canAsk: boolean
  /** Gets the focus after closing. */
  readonly onStarted: () => void
}

export function CompareDialog(props: CompareDialogProps) {
  const { conversationId, messages, branches } = props
  const asked = useComparison((state) => state.asked)
  const answer = findAnswer(messages, asked?.conversationId === conversationId ? asked : null)
  // Kept while the dialog closes.
  const last = useRef(answer)
  if (answer !== null) last.current = answer
  if (last.current === null) return null
  const all = branches[last.current.id] ?? none
  return <Choice key={last.current.id} {...props} answer={last.current} all={all} open={answer !== null} />
}

function findAnswer(
  messages: readonly Message[],
  asked: { messageId: string | null } | null
): Message | null {
  if (asked === null) return null
  const { messageId } = asked
  const found = messages.findLast(({ id, role }) => role === 'assistant' && (messageId ?? id) === id)
  return found ?? null
}

interface ChoiceProps extends CompareDialogProps {
  readonly answer: Message
  /** Ids of all alternatives, oldest first. */
  readonly all: readonly string[]
  readonly open: boolean
}

function Choice({ conversationId, answer, all, open, models, canAsk, onStarted }: ChoiceProps) {
  const [model, setModel] = useState(() => models.find(({ id }) => id !== answer.model)?.id ?? '')
  const there = useAnswers(conversationId, open ? all.filter((id) => id !== answer.id) : none)
  const known = useProjection((state) => state.models.models)
  const labelOf = (id: string | null) => (id === null ? texts.assistant() : modelLabel(known, id))
  const ask = () => {
    comparison.putBeside(answer)
    onStarted()
    void call('conversation.regenerate', { conversationId, messageId: answer.id, model }).catch((error) => {
      comparison.end()
      report(error)
    })
  }
  const lookAt = (other: Message) => {
    comparison.putBeside(other)
    onStarted()
  }
  return (
    <Dialog
      open={open}
      onClose={comparison.close}
      size="small"
      title={texts.compareTitle()}
      description={texts.compareAnswerNote({ model: labelOf(answer.model) })}
      footer={
        <>
          <Button onClick={comparison.close}>{ui.cancel()}</Button>
          <Button variant="primary" disabled={model === '' || !canAsk} onClick={ask}>
            {texts.askAndCompare()}
          </Button>
        </>
      }
    >
      <Select
        label={texts.secondModel()}
        value={model}
        onChange={setModel}
        options={models.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={texts.noOtherModel()}
      />
      {there.length > 0 && (
        <section className={styles.there} aria-label={texts.answersThere()}>
          <h3>{texts.answersThere()}</h3>
          {there.map((other) => (
            <Button key={other.id} onClick={() => lookAt(other)}>
              {texts.compareWithAnswer({
                number: all.indexOf(other.id) + 1,
                model: labelOf(other.model)
              })}
            </Button>
          ))}
        </section>
      )}
    </Dialog>
  )
}

/** Stored answers outside the shown branch. */
function useAnswers(conversationId: string, ids: readonly string[]): readonly Message[] {
  const [answers, setAnswers] = useState<readonly Message[]>([])
  const wanted = ids.join(' ')
  useEffect(() => {
    let isWanted = true
    const read = async (id: string) => {
      const { messages } = await call('conversation.read', { conversationId, lastId: id, limit: 1 })
      return messages
    }
    const all = wanted === '' ? [] : wanted.split(' ').map(read)
    Promise.all(all).then((pages) => isWanted && setAnswers(pages.flat()), report)
    return () => void (isWanted = false)
  }, [conversationId, wanted])
  return answers
}
