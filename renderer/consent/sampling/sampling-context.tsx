/** What a server asks to know about the conversation: excluded from the request unless the user includes it. */
import type { SamplingQuestion } from '../../../app/contract/questions/questions'
import { Select } from '../../ui/controls/select'
import { RedactableText } from '../question/redactable-text'
import type { SamplingDraft } from './sampling-draft'
import headingStyles from '../question/question-heading.module.css'
import partStyles from './sampling-parts.module.css'
import styles from './sampling-context.module.css'
import { sampling } from '../../../app/texts/compiled/window/sampling'

export interface SamplingContextProps {
  readonly question: SamplingQuestion
  readonly draft: Pick<SamplingDraft, 'sharesContext' | 'context'>
  readonly onChange: (changes: Partial<SamplingDraft>) => void
}

const contextWords = {
  none: () => '',
  'this-server': sampling.contextOfServer,
  'all-servers': sampling.contextOfAll
}

export function SamplingContext({ question, draft, onChange }: SamplingContextProps) {
  const { request, contextPreview } = question
  if (request.includeContext === 'none' && contextPreview === null) return null
  return (
    <section aria-label={sampling.context()} className={styles.samplingContext}>
      <h3 className={headingStyles.questionHeading}>{sampling.contextTitle()}</h3>
      <p className={partStyles.samplingWords}>
        {contextWords[request.includeContext]()} {contextPreview === null && sampling.nothingToAdd()}
      </p>
      {contextPreview !== null && (
        <>
          <label className={styles.samplingShare}>
            <input
              type="checkbox"
              checked={draft.sharesContext}
              onChange={(event) => onChange({ sharesContext: event.target.checked })}
            />
            {sampling.shareContext()}
          </label>
          <ContextChoice question={question} context={draft.context} onChange={onChange} />
          <RedactableText
            isInline
            label={sampling.context()}
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

/** Less than the server asks for can be chosen, if there is less. */
function ContextChoice({ question, context, onChange }: ContextChoiceProps) {
  const { contextPreview, ownContextPreview = null, serverName } = question
  if (ownContextPreview === null || ownContextPreview === contextPreview) return null
  const texts: Readonly<Record<string, string>> = { whole: contextPreview ?? '', own: ownContextPreview }
  const chosen = Object.keys(texts).find((kind) => texts[kind] === context) ?? 'edited'
  return (
    <Select
      label={sampling.howMuch()}
      value={chosen}
      options={[
        { value: 'whole', label: sampling.wholeContext() },
        { value: 'own', label: sampling.ownContext({ server: serverName }) },
        ...(chosen === 'edited' ? [{ value: 'edited', label: sampling.editedContext() }] : [])
      ]}
      onChange={(kind) => onChange({ context: texts[kind] ?? context })}
    />
  )
}
