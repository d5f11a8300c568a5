/**
 * Rare parts of a sampling request, folded if the server set none: temperature, stop sequences, metadata for the
 * provider.
 */
import type { SamplingQuestion } from '../../../app/contract/questions/questions'
import type { ModelView } from '../../../app/contract/settings'
import { VisibleText } from '../../ui/base/hidden-characters'
import { TextField } from '../../ui/controls/text-field'
import { ReviewedText } from '../question/reviewed-text'
import { readUserId, type DraftProblems, type SamplingDraft } from './sampling-draft'
import { readStops } from './stop-sequences'
import fieldStyles from '../../ui/controls/field.module.css'
import styles from './sampling-options.module.css'
import { sampling } from '../../../app/texts/compiled/window/sampling'

export interface SamplingOptionsProps {
  readonly question: SamplingQuestion
  readonly draft: SamplingDraft
  readonly problems: DraftProblems
  /** The chosen model, if known. */
  readonly model: ModelView | undefined
  readonly onChange: (changes: Partial<SamplingDraft>) => void
}

export function SamplingOptions({ question, draft, problems, model, onChange }: SamplingOptionsProps) {
  const { request } = question
  const isSet = request.temperature !== null || request.stopSequences.length > 0 || hasMetadata(question)
  const areSomeBlank = readStops(draft.stopSequences).stops.some((stop) => stop.trim() === '')
  return (
    <details className={styles.samplingOptions} open={isSet}>
      <summary>{sampling.options()}</summary>
      <div className={styles.samplingOptionsFields}>
        <TextField
          label={sampling.temperature()}
          value={draft.temperature}
          placeholder={sampling.notSet()}
          hint={<VisibleText text={describeTemperature(draft.temperature, model)} />}
          error={problems.temperature}
          onChange={(temperature) => onChange({ temperature })}
        />
        <div>
          <ReviewedText
            label={sampling.stopSequences()}
            value={draft.stopSequences}
            placeholder={sampling.noStops()}
            onChange={(stopSequences) => onChange({ stopSequences })}
          />
          <p className={fieldStyles.fieldHint}>
            {sampling.stopsHint()} {areSomeBlank && sampling.blankStops()}
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

function describeTemperature(temperature: string, model: ModelView | undefined): string {
  const highest = model?.highestTemperature
  if (model === undefined || highest === undefined) return sampling.temperatureHint()
  if (highest === null) return sampling.noTemperature({ model: model.name })
  return Number(temperature) > highest
    ? sampling.highestTemperature({ model: model.name, highest })
    : sampling.temperatureHint()
}

function hasMetadata({ request: { metadata } }: SamplingQuestion): boolean {
  return metadata !== undefined && metadata !== null && Object.keys(metadata).length > 0
}

/** Of a server's metadata, providers only accept a user id. */
function Metadata({
  question,
  draft,
  onChange
}: Pick<SamplingOptionsProps, 'question' | 'draft' | 'onChange'>) {
  const { request } = question
  if (!hasMetadata(question)) return null
  const isNamed = readUserId(request) !== null
  const others = Object.keys(request.metadata ?? {}).filter((key) => key !== 'user_id' || !isNamed)
  return (
    <div>
      {isNamed && (
        <TextField
          label={sampling.userId()}
          value={draft.userId}
          placeholder={sampling.noUserId()}
          hint={sampling.userIdHint()}
          onChange={(userId) => onChange({ userId })}
        />
      )}
      {others.length > 0 && (
        <p className={fieldStyles.fieldHint}>
          <VisibleText text={sampling.metadataLeftOut({ names: others.join(', ') })} />
        </p>
      )}
    </div>
  )
}
