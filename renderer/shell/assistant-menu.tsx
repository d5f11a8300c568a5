/** Next to the button for a new conversation: the assistants that it can begin with. Nothing while there are none. */
import { ChevronDown } from 'lucide-react'
import { useProjection } from '../state/projection'
import { LazyMenu } from '../ui/controls/lazy-menu'
import { IconButton } from '../ui/controls/button'
import { plainWithMarks } from '../ui/base/hidden-characters'
import { focusComposer } from '../conversation/content/drafts-view-store'
import { newWithAssistant } from './new-conversation'
import { choices as texts } from '../../app/texts/compiled/window/choices'

export function AssistantMenu() {
  const assistants = useProjection((state) => state.assistants)
  if (assistants.length === 0) return null
  const button = <IconButton label={texts.newWith()} icon={ChevronDown} size="small" />
  return (
    <LazyMenu
      trigger={button}
      items={assistants.map((assistant) => ({
        key: assistant.id,
        label: plainWithMarks(assistant.name),
        takesFocus: true,
        onSelect: () => {
          newWithAssistant(assistant)
          focusComposer()
        }
      }))}
    />
  )
}
