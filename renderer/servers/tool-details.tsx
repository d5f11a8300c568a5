/** One tool of a server, folded to its name: description, hints, schemas, and why it can not be used. */
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ToolView } from '../../app/contract/servers'
import { Badge } from '../ui/badge'
import { Clamp } from '../ui/clamp'
import { VisibleText } from '../ui/hidden-characters'
import { JsonView } from '../ui/json-view'

export function ToolDetails({ tool }: { readonly tool: ToolView }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="tool-details" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <code className="tool-details-name">
          <VisibleText text={tool.name} />
        </code>
        {tool.title !== null && (
          <span className="tool-details-title">
            <VisibleText text={tool.title} />
          </span>
        )}
        {tool.problem !== null && <Badge tone="danger">unusable</Badge>}
      </summary>
      {isOpen && <Body tool={tool} />}
    </details>
  )
}

function Body({ tool }: { readonly tool: ToolView }) {
  return (
    <div className="tool-details-body">
      {tool.problem !== null && (
        <p className="tool-details-problem">
          <TriangleAlert size={16} aria-hidden />
          <span>
            <VisibleText text={tool.problem} />
          </span>
        </p>
      )}
      {tool.description !== '' && (
        <Clamp>
          <p className="tool-details-text">
            <VisibleText text={tool.description} />
          </p>
        </Clamp>
      )}
      <p className="tool-details-hints">
        {describeAnnotations(tool.annotations).map((hint) => (
          <Badge key={hint}>{hint}</Badge>
        ))}
      </p>
      <h5 className="inspect-heading">Arguments</h5>
      <JsonView value={tool.inputSchema} label={`Input schema of ${tool.name}`} />
      {tool.outputSchema !== null && (
        <>
          <h5 className="inspect-heading">Result</h5>
          <JsonView value={tool.outputSchema} label={`Output schema of ${tool.name}`} />
        </>
      )}
    </div>
  )
}

/** The annotations as the server sent them: `readOnlyHint: true`. */
function describeAnnotations(annotations: ToolView['annotations']): string[] {
  return Object.entries(annotations).map(([name, value]) => `${name}: ${value}`)
}
