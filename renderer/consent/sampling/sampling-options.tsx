/** Rare parts of a sampling request, folded away where the server set none: temperature, ends, word to the provider. */
import type { SamplingQuestion } from '../../../app/contract/consents'
import type { ModelView } from '../../../app/contract/settings'
import { VisibleText } from '../../ui/base/hidden-characters'
import { TextField } from '../../ui/controls/text-field'
import { ReviewedText } from '../question/reviewed-text'
import { userIdOf, type DraftProblems, type SamplingDraft } from './sampling-draft'
import { readStops } from './stop-sequences'
import fieldStyles from '../../ui/controls/field.module.css'
import styles from './sampling-options.module.css'

export interface SamplingOptionsProps {
  readonly question: SamplingQuestion
  readonly draft: SamplingDraft
  readonly problems: DraftProblems
  /** The chosen one, as far as it is known. */
  readonly model: ModelView | undefined
  readonly onChange: (changes: Partial<SamplingDraft>) => void
}

export function SamplingOptions({ question, draft, problems, model, onChange }: SamplingOptionsProps) {
  const { request } = question
  const isSet = request.temperature !== null || request.stopSequences.length > 0 || hasMetadata(question)
  const areSomeBlank = readStops(draft.stopSequences).stops.some((stop) => stop.trim() === '')
  return (
    <details className={styles.samplingOptions} open={isSet}>
      <summary>Temperature and stop sequences</summary>
      <div className={styles.samplingOptionsFields}>
        <TextField
          label="Temperature"
          value={draft.temperature}
          placeholder="Not set"
          hint={<VisibleText text={describeTemperature(draft.temperature, model)} />}
          error={problems.temperature}
          onChange={(temperature) => onChange({ temperature })}
        />
        <div>
          <ReviewedText
            label="Stop sequences"
            value={draft.stopSequences}
            placeholder="None"
            onChange={(stopSequences) => onChange({ stopSequences })}
          />
          <p className={fieldStyles.fieldHint}>
            The answer ends where the model writes one of these. One a line; \n is a line break within one.
            {areSomeBlank && ' Those of blanks alone are left out: the provider refuses them.'}
          </p>
          {problems.stopSequences !== null && (
            <p className={fieldStyles.fieldError}>{problems.stopSequences}</p>
          )}
        </div>
        <Metadata question={question} draft={draft} onChange={onChange} />
      </div>
    </details>
  )
}

const usualHint = '0 is strict, higher is freer.'

function describeTemperature(temperature: string, model: ModelView | undefined): string {
  const highest = model?.highestTemperature
  if (model === undefined || highest === undefined) return usualHint
  if (highest === null) return `${model.name} takes no temperature, so it is left out.`
  return Number(temperature) > highest
    ? `${model.name} takes ${highest} at most, and gets ${highest}.`
    : usualHint
}

function hasMetadata({ request: { metadata } }: SamplingQuestion): boolean {
  return metadata !== undefined && metadata !== null && Object.keys(metadata).length > 0
}

/** Of what a server wants the provider told, providers take a user id and nothing else. */
function Metadata({
  question,
  draft,
  onChange
}: Pick<SamplingOptionsProps, 'question' | 'draft' | 'onChange'>) {
  const { request } = question
  if (!hasMetadata(question)) return null
  const isNamed = userIdOf(request) !== null
  const others = Object.keys(request.metadata ?? {}).filter((key) => key !== 'user_id' || !isNamed)
  return (
    <div>
      {isNamed && (
        <TextField
          label="User id for the provider"
          value={draft.userId}
          placeholder="None"
          hint="The server wants the provider to know this of you."
          onChange={(userId) => onChange({ userId })}
        />
      )}
      {others.length > 0 && (
        <p className={fieldStyles.fieldHint}>
          The provider does not take this metadata, so it is left out:{' '}
          <VisibleText text={others.join(', ')} />
        </p>
      )}
    </div>
  )
}
