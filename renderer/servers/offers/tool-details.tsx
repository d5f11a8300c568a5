/**
 * One tool of a server, folded to its name: description, hints, schemas, why it can't be used, and whether the model
 * gets it.
 */
import { Play, TriangleAlert, Wrench } from 'lucide-react'
import { useState } from 'react'
import type { ToolChanges, ToolView } from '../../../app/contract/servers'
import { isForModel } from '../../../app/contract/content/tool-ui'
import { describeHints, explainNotForModels } from '../../parts/tool-hints'
import { Badge } from '../../ui/controls/badge'
import { Button } from '../../ui/controls/button'
import { Clamp } from '../../ui/controls/clamp'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { JsonView } from '../../ui/untrusted/json-view'
import { OfferedIcon } from '../../parts/offered-icon'
import { Switch } from '../../ui/controls/switch'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { CallLimitsForm } from './call-limits-form'
import { SchemaFacts } from './schema-facts'
import { useTryTool } from './try-tool'
import partStyles from '../status/server-parts.module.css'
import styles from './tool-details.module.css'
import { toText } from '../../../app/texts/localized'

export interface ToolDetailsProps {
  readonly tool: ToolView
  /** A choice is being written. */
  readonly isBusy: boolean
  readonly onChange: (changes: ToolChanges) => void
}

export function ToolDetails(props: ToolDetailsProps) {
  const { tool, isBusy, onChange } = props
  return (
    <div className={styles.toolRow} data-tool={tool.name} data-unused={tool.isDisabled || undefined}>
      <Folded {...props} />
      {tool.problem === null && (
        <div className={styles.toolRowSwitch}>
          <Switch
            label={
              isForModel(tool)
                ? texts.offerToolToModel({ tool: tool.name })
                : texts.offerToolToViews({ tool: tool.name })
            }
            isLabelHidden
            isOn={!tool.isDisabled}
            isDisabled={isBusy}
            onChange={(isOffered) => onChange({ isDisabled: !isOffered })}
          />
        </div>
      )}
    </div>
  )
}

function Folded(props: ToolDetailsProps) {
  const { tool } = props
  const [isOpen, setIsOpen] = useState(false)
  const reason = explainNotForModels(tool)
  return (
    <details
      className={styles.toolDetails}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <OfferedIcon serverName={tool.serverName} icons={tool.icons} fallback={Wrench} />
        <code className={styles.toolDetailsName}>
          <VisibleText text={tool.name} />
        </code>
        {tool.title !== null && (
          <span className={styles.toolDetailsTitle}>
            <VisibleText text={tool.title} />
          </span>
        )}
        {tool.problem !== null && <Badge tone="danger">{texts.unusable()}</Badge>}
        {reason !== null && <Badge>{reason}</Badge>}
        {tool.isDisabled && <Badge>{texts.notOffered()}</Badge>}
        {tool.isAlwaysSent === true && <Badge>{texts.alwaysSent()}</Badge>}
        {tool.callLimits !== undefined && <Badge>{texts.callsLimited()}</Badge>}
      </summary>
      {isOpen && <Body {...props} />}
    </details>
  )
}

function Body({ tool, isBusy, onChange }: ToolDetailsProps) {
  return (
    <div className={styles.toolDetailsBody}>
      {tool.problem !== null && (
        <p className={styles.toolDetailsProblem}>
          <TriangleAlert size={16} aria-hidden />
          <span>
            <VisibleText text={toText(tool.problem)} />
          </span>
        </p>
      )}
      {tool.description !== '' && (
        <Clamp>
          <p className={styles.toolDetailsText}>
            <VisibleText text={tool.description} />
          </p>
        </Clamp>
      )}
      <p className={styles.toolDetailsHints}>
        {describeHints(tool.annotations).map((hint) => (
          <Badge key={hint}>{hint}</Badge>
        ))}
        {tool.taskSupport !== 'forbidden' && (
          <Badge>{tool.taskSupport === 'required' ? texts.runsAsTask() : texts.canRunAsTask()}</Badge>
        )}
      </p>
      <UseAndFields tool={tool} />
      {tool.problem === null && !tool.isDisabled && isForModel(tool) && (
        <Switch
          label={texts.alwaysSend()}
          hint={texts.alwaysSendHint()}
          isOn={tool.isAlwaysSent === true}
          isDisabled={isBusy}
          onChange={(isAlwaysSent) => onChange({ isAlwaysSent })}
        />
      )}
      {tool.problem === null && isForModel(tool) && (
        <CallLimitsForm
          key={JSON.stringify(tool.callLimits)}
          tool={tool}
          isBusy={isBusy}
          onSave={(callLimits) => onChange({ callLimits })}
        />
      )}
      {tool.meta !== undefined && (
        <>
          <h4 className={partStyles.inspectHeading}>{texts.metadata()}</h4>
          <JsonView value={tool.meta} label={texts.metadataOf({ tool: tool.name })} />
        </>
      )}
    </div>
  )
}

/** `Try`, and the schemas of input and output. */
function UseAndFields({ tool }: Pick<ToolDetailsProps, 'tool'>) {
  const tryTool = useTryTool()
  return (
    <>
      {tool.problem === null && tryTool !== null && (
        <div>
          <Button
            size="small"
            icon={Play}
            aria-label={plainWithMarks(texts.tryTool({ tool: tool.name }))}
            onClick={() => tryTool(tool)}
          >
            {texts.tryIt()}
          </Button>
        </div>
      )}
      <SchemaFacts
        title={texts.arguments()}
        schema={tool.inputSchema}
        label={texts.inputSchemaOf({ tool: tool.name })}
      />
      {tool.outputSchema !== null && (
        <SchemaFacts
          title={texts.result()}
          schema={tool.outputSchema}
          label={texts.outputSchemaOf({ tool: tool.name })}
        />
      )}
    </>
  )
}
