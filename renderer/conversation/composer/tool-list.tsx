/** The list of tools above the composer in Direct mode. The text box keeps the focus and points at the active row. */
import { Wrench } from 'lucide-react'
import type { ToolSummary } from '../../../app/contract/servers'
import { Badge } from '../../ui/controls/badge'
import { VisibleText } from '../../ui/base/hidden-characters'
import { explainNotForModels } from '../../parts/tool-hints'
import { OfferedIcon } from '../../parts/offered-icon'
import { SuggestionList, type SuggestionListProps } from './suggestion-list'
import styles from './suggestion-list.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { toText } from '../../../app/texts/localized'

export interface ToolListProps extends Pick<
  SuggestionListProps<ToolSummary>,
  'id' | 'activeIndex' | 'onActivate' | 'onChoose' | 'onKeyDown'
> {
  /** Best first. */
  readonly tools: readonly ToolSummary[]
}

/** A listbox named `Tools`. */
export function ToolList({ tools, ...list }: ToolListProps) {
  return (
    <SuggestionList
      {...list}
      label={texts.tools()}
      items={tools}
      keyOf={({ serverName, name }) => `${serverName}/${name}`}
      isDisabled={({ problem }) => problem !== null}
      renderItem={(tool) => <ToolRow tool={tool} />}
    />
  )
}

function ToolRow({ tool }: { readonly tool: ToolSummary }) {
  const reason = explainNotForModels(tool)
  return (
    <>
      <OfferedIcon serverName={tool.serverName} icons={tool.icons} fallback={Wrench} />
      <span className={styles.suggestionCode}>
        <VisibleText text={tool.name} />
      </span>
      <span className={styles.suggestionText}>
        <VisibleText text={tool.problem === null ? tool.description : toText(tool.problem)} />
      </span>
      {tool.problem !== null && <Badge tone="warning">{texts.unusable()}</Badge>}
      {reason !== null && <Badge>{reason}</Badge>}
      <Badge>
        <VisibleText text={tool.serverName} />
      </Badge>
    </>
  )
}
