/** Tools that a Direct mode answer offers, to run with one press. */
import { Wrench } from 'lucide-react'
import { Button } from '../../ui/controls/button'
import { VisibleText } from '../../ui/base/hidden-characters'
import styles from './tool-suggestions.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

/** Names a tool; its details are read when it is chosen. */
export interface SuggestedTool {
  readonly serverName: string
  readonly name: string
}

export interface ToolSuggestionsProps {
  readonly tools: readonly (SuggestedTool & { readonly description: string })[]
  readonly onChoose: (tool: SuggestedTool) => void
}

export function ToolSuggestions({ tools, onChoose }: ToolSuggestionsProps) {
  return (
    <ul className={styles.toolSuggestions} aria-label={texts.suggestedTools()}>
      {tools.map(({ serverName, name, description }) => (
        <li key={`${serverName}/${name}`} className={styles.toolSuggestion}>
          <Button size="small" icon={Wrench} onClick={() => onChoose({ serverName, name })}>
            <VisibleText text={name} />
          </Button>
          <span className={styles.toolSuggestionText}>
            <VisibleText text={`${serverName} · ${description}`} />
          </span>
        </li>
      ))}
    </ul>
  )
}
