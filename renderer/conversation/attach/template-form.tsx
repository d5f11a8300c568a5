/** A template's fields, one per variable, and the resulting address. */
import { useEffect } from 'react'
import type { ResourceTemplateView } from '../../../app/contract/offers'
import { VisibleText } from '../../ui/base/hidden-characters'
import { ArgumentField, earlierValues, readArgumentValue } from './argument-field'
import { useRead } from '../../bridge/use-read'
import { fillInTemplate } from './chosen-resources'
import type { TemplateValues } from './use-attach-choice'
import partStyles from './attach-parts.module.css'
import commonStyles from '../../parts/common.module.css'
import { toText } from '../../../app/texts/localized'

/** Pause in typing after which the address is expanded, in milliseconds. */
const pauseMs = 120

export interface TemplateFormProps {
  readonly template: ResourceTemplateView
  readonly values: TemplateValues
  readonly onChange: (values: TemplateValues) => void
  /** Called with the address, null while there is none. Must be stable between renders. */
  readonly onExpanded: (uri: string | null) => void
}

export function TemplateForm({ template, values, onChange, onExpanded }: TemplateFormProps) {
  const { serverName, uriTemplate, variables, problem } = template
  const isReady =
    problem === null &&
    (variables.length === 0 || variables.some((name) => readArgumentValue(values, name) !== ''))
  const { value: uri, failure } = useRead({
    key: isReady ? JSON.stringify([uriTemplate, values]) : null,
    read: () => fillInTemplate(uriTemplate, values),
    pauseMs
  })
  useEffect(() => onExpanded(uri), [uri, onExpanded])
  const said = problem === null ? failure : toText(problem)
  return (
    <div className={commonStyles.stack3}>
      <p className={partStyles.attachAddress}>
        <VisibleText text={uriTemplate} />
      </p>
      {said !== null && (
        <p className={partStyles.attachProblem} role="alert">
          <VisibleText text={said} />
        </p>
      )}
      {problem === null &&
        variables.map((name) => (
          <ArgumentField
            key={name}
            serverName={serverName}
            reference={{ type: 'resource', uriTemplate }}
            name={name}
            label={name}
            value={readArgumentValue(values, name)}
            onChange={(value) => onChange({ ...values, [name]: value })}
            onEnter={ignore}
            context={earlierValues(variables, name, values)}
          />
        ))}
    </div>
  )
}

/** The address follows the typing, so there is nothing to confirm. */
function ignore() {}
