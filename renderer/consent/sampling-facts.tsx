/** What a sampling request asks for besides its messages: wishes for a model, limits, the server's tools, context. */
import type { SamplingQuestion } from '../../app/contract/consents'
import type { SamplingRequest } from '../../app/contract/requests'
import { VisibleText } from '../ui/hidden-characters'
import { JsonView } from '../ui/json-view'
import { WholeText } from './exact-text'
import { Fact, Facts, Pieces } from './facts'

export function SamplingFacts({ request }: { readonly request: SamplingRequest }) {
  const wishes = describePriorities(request.priorities)
  const { hints, stopSequences, temperature } = request
  if (hints.length + stopSequences.length + wishes.length === 0 && temperature === null) return null
  return (
    <section aria-label="Wishes and limits">
      <h3 className="question-heading">What the server wishes</h3>
      <Facts>
        {hints.length > 0 && (
          <Fact label="Models">
            <Pieces texts={hints} />
          </Fact>
        )}
        {wishes.length > 0 && <Fact label="Matters (0 to 1)">{wishes.join(', ')}</Fact>}
        {temperature !== null && <Fact label="Temperature">{temperature}</Fact>}
        {stopSequences.length > 0 && (
          <Fact label="Stops at">
            <Pieces texts={stopSequences} />
          </Fact>
        )}
      </Facts>
    </section>
  )
}

function describePriorities({ cost, speed, intelligence }: SamplingRequest['priorities']): string[] {
  return [
    cost !== null && `low cost ${cost}`,
    speed !== null && `speed ${speed}`,
    intelligence !== null && `ability ${intelligence}`
  ].filter((wish) => wish !== false)
}

const toolChoices = {
  auto: 'The model may use them.',
  required: 'The model has to use at least one.',
  none: 'The model may not use them this time.'
}

/** Tools that only this request offers: the model's calls go back to the server, which runs them. */
export function SamplingTools({ request }: { readonly request: SamplingRequest }) {
  if (request.tools.length === 0) return null
  return (
    <section aria-label="Tools of the request">
      <h3 className="question-heading">Tools that it brings along</h3>
      <p className="sampling-words">
        {toolChoices[request.toolChoice ?? 'auto']} The server runs them itself; Parley does not.
      </p>
      <ul className="sampling-tools">
        {request.tools.map((tool) => (
          <li key={tool.name}>
            <p className="sampling-tool-name">
              <VisibleText text={tool.name} />
            </p>
            {tool.description !== '' && (
              <p className="sampling-tool-text">
                <VisibleText text={tool.description} />
              </p>
            )}
            <details>
              <summary>
                Input of <VisibleText text={tool.name} />
              </summary>
              <JsonView value={tool.inputSchema} label={`Input of ${tool.name}`} isCompact />
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}

const contextWords = {
  none: '',
  'this-server': 'It asks for what this conversation holds of its own tools.',
  'all-servers': 'It asks for this conversation, also for what other servers gave.'
}

export interface SamplingContextProps {
  readonly question: SamplingQuestion
  readonly isShared: boolean
  readonly onChange: (isShared: boolean) => void
}

/** The conversation stays out of it unless the person lets it in. */
export function SamplingContext({ question, isShared, onChange }: SamplingContextProps) {
  const { request, contextPreview } = question
  if (request.includeContext === 'none' && contextPreview === null) return null
  return (
    <section aria-label="Context">
      <h3 className="question-heading">Context from the conversation</h3>
      <p className="sampling-words">
        {contextWords[request.includeContext]} {contextPreview === null && 'There is nothing to add.'}
      </p>
      {contextPreview !== null && (
        <>
          <label className="sampling-share">
            <input type="checkbox" checked={isShared} onChange={(event) => onChange(event.target.checked)} />
            Let the model read this
          </label>
          {/* Scrolls, so it must be reachable by keyboard. */}
          <pre className="sampling-context" role="group" aria-label="Context" tabIndex={0}>
            <WholeText text={contextPreview} />
          </pre>
        </>
      )}
    </section>
  )
}
