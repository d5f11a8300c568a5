/** Tools of this request only: the model's calls go back to the server, which runs them. Each can be removed. */
import type { SamplingRequest } from '../../../app/contract/requests'
import { VisibleText } from '../../ui/base/hidden-characters'
import { JsonView } from '../../ui/untrusted/json-view'
import { Select } from '../../ui/controls/select'
import type { SamplingDraft } from './sampling-draft'
import headingStyles from '../question/question-heading.module.css'
import partStyles from './sampling-parts.module.css'
import styles from './sampling-tools.module.css'
import { sampling } from '../../../app/texts/compiled/window/sampling'

export interface SamplingToolsProps {
  readonly request: SamplingRequest
  readonly draft: Pick<SamplingDraft, 'removedTools' | 'toolChoice'>
  readonly onChange: (changes: Partial<SamplingDraft>) => void
}

const choices = [
  { value: 'auto', label: sampling.toolsAuto },
  { value: 'required', label: sampling.toolsRequired },
  { value: 'none', label: sampling.toolsNone }
]

export function SamplingTools({ request, draft, onChange }: SamplingToolsProps) {
  const { tools } = request
  const { removedTools, toolChoice } = draft
  if (tools.length === 0) return null
  const toggle = (index: number) => {
    const next = new Set(removedTools)
    if (!next.delete(index)) next.add(index)
    onChange({ removedTools: next })
  }
  return (
    <section aria-label={sampling.tools()}>
      <h3 className={headingStyles.questionHeading}>{sampling.toolsTitle()}</h3>
      <p className={partStyles.samplingWords}>{sampling.toolsNote()}</p>
      <ul className={styles.samplingTools}>
        {keyedTools(tools).map(({ key, tool, index }) => (
          <li key={key}>
            <label className={styles.samplingToolName}>
              <input type="checkbox" checked={!removedTools.has(index)} onChange={() => toggle(index)} />
              <span>
                <VisibleText text={tool.name} />
              </span>
            </label>
            <div className={styles.samplingToolMore}>
              {tool.description !== '' && (
                <p className={styles.samplingToolText}>
                  <VisibleText text={tool.description} />
                </p>
              )}
              <details>
                <summary>
                  <VisibleText text={sampling.inputOf({ name: tool.name })} />
                </summary>
                <JsonView value={tool.inputSchema} label={sampling.inputOf({ name: tool.name })} isCompact />
              </details>
            </div>
          </li>
        ))}
      </ul>
      {removedTools.size < tools.length && (
        <Select
          label={sampling.useOfTools()}
          value={toolChoice ?? 'auto'}
          options={choices.map(({ value, label }) => ({ value, label: label() }))}
          onChange={(choice) => onChange({ toolChoice: choice as SamplingRequest['toolChoice'] })}
        />
      )}
    </section>
  )
}

/** A request may name a tool twice; the order of tools is fixed. */
function keyedTools(tools: SamplingRequest['tools']) {
  return tools.map((tool, index) => ({ key: `${index} ${tool.name}`, tool, index }))
}
