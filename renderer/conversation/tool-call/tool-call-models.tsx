/** A model that a running call's server asks: which one, and the button to stop it. */
import { CircleStop, Sparkles } from 'lucide-react'
import type { CallModel } from '../../../app/contract/tool-calls'
import { Button } from '../../ui/controls/button'
import { VisibleText } from '../../ui/base/hidden-characters'
import partStyles from './tool-call-parts.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface ToolCallModelsProps {
  readonly askedModels: readonly CallModel[]
  /** Null: the call's server is unknown. */
  readonly serverName: string | null
  /** The user stops one; the server gets a rejection by the user. */
  readonly onStop: (requestId: string) => void
}

/** The line that names them is announced when it appears. */
export function ToolCallModels({ askedModels, serverName, onStop }: ToolCallModelsProps) {
  return askedModels.map(({ requestId, model }) => (
    <div key={requestId} className={partStyles.toolCallLimit}>
      <Sparkles size={14} aria-hidden />
      <p className={partStyles.toolCallLimitText} role="status">
        <VisibleText
          text={
            serverName === null
              ? texts.askingModelUnknown({ model })
              : texts.askingModel({ model, server: serverName })
          }
        />
      </p>
      <Button size="small" icon={CircleStop} onClick={() => onStop(requestId)}>
        {texts.stopModel()}
      </Button>
    </div>
  ))
}
