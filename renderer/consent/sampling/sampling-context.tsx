/** What a server asks to know of the conversation: it stays out of the request unless the person lets it in. */
import type { SamplingQuestion } from '../../../app/contract/consents'
import { Select } from '../../ui/controls/select'
import { RedactableText } from '../question/redactable-text'
import type { SamplingDraft } from './sampling-draft'
import headingStyles from '../question/question-heading.module.css'
import partStyles from './sampling-parts.module.css'
import styles from './sampling-context.module.css'

export interface SamplingContextProps {
  readonly question: SamplingQuestion
  readonly draft: Pick<SamplingDraft, 'sharesContext' | 'context'>
  readonly onChange: (changes: Partial<SamplingDraft>) => void
}

const contextWords = {
  none: '',
  'this-server': 'It asks for what this conversation holds of its own tools.',
  'all-servers': 'It asks for this conversation, also for what other servers gave.'
}

export function SamplingContext({ question, draft, onChange }: SamplingContextProps) {
  const { request, contextPreview } = question
  if (request.includeContext === 'none' && contextPreview === null) return null
  return (
    <section aria-label="Context" className={styles.samplingContext}>
      <h3 className={headingStyles.questionHeading}>Context from the conversation</h3>
      <p className={partStyles.samplingWords}>
        {contextWords[request.includeContext]} {contextPreview === null && 'There is nothing to add.'}
      </p>
      {contextPreview !== null && (
        <>
          <label className={styles.samplingShare}>
            <input
              type="checkbox"
              checked={draft.sharesContext}
              onChange={(event) => onChange({ sharesContext: event.target.checked })}
            />
            Let the model read this
          </label>
          <ContextChoice question={question} context={draft.context} onChange={onChange} />
          <RedactableText
            isInline
            label="Context"
            value={draft.context}
            onChange={(context) => onChange({ context })}
          />
        </>
      )}
    </section>
  )
}

interface ContextChoiceProps {
  readonly question: SamplingQuestion
  readonly context: string
  readonly onChange: SamplingContextProps['onChange']
}

/** Less than the server asks for can be chosen where there is less. */
function ContextChoice({ question, context, onChange }: ContextChoiceProps) {
  const { contextPreview, ownContextPreview = null, serverName } = question
  if (ownContextPreview === null || ownContextPreview === contextPreview) return null
  const texts: Readonly<Record<string, string>> = { whole: contextPreview ?? '', own: ownContextPreview }
  const chosen = Object.keys(texts).find((kind) => texts[kind] === context) ?? 'edited'
  return (
    <Select
      label="What of it"
      value={chosen}
      options={[
        { value: 'whole', label: 'Everything that it asks for' },
        { value: 'own', label: `Only what the tools of ${serverName} did` },
        ...(chosen === 'edited' ? [{ value: 'edited', label: 'As you changed it' }] : [])
      ]}
      onChange={(kind) => onChange({ context: texts[kind] ?? context })}
    />
  )
}
