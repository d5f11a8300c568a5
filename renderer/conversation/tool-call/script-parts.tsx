/** A model's script in its card: the code, its calls while they run, and its output. */
import type { ReactNode } from 'react'
import { askForScriptsName, scriptToolName } from '../../../app/contract/content/tool-token-limit'
import type { MessagePart, ToolCallPart } from '../../../app/contract/conversations'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Clamp } from '../../ui/controls/clamp'
import { CodeBlock } from '../../ui/untrusted/code-block'
import partStyles from './tool-call-parts.module.css'
import commonStyles from '../../parts/common.module.css'
import styles from './script-parts.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

/** Whether the call is Parley's own. A server's tool may have the same name, but never the same origin. */
export function isScript({ serverName, modelToolName }: ToolCallPart): boolean {
  return serverName === null && modelToolName === scriptToolName
}

/** The same for a model's question whether it may write scripts. */
export function isAskForScripts({ serverName, modelToolName }: ToolCallPart): boolean {
  return serverName === null && modelToolName === askForScriptsName
}

/** The script's calls, in order. */
export function listScriptCalls(parts: readonly MessagePart[], callId: string): readonly ToolCallPart[] {
  return parts.filter((part) => part.type === 'tool-call' && part.scriptCallId === callId) as ToolCallPart[]
}

export interface ScriptPartsProps {
  readonly part: ToolCallPart
  /** One card per call. */
  readonly calls: ReactNode
  readonly callCount: number
}

export function ScriptParts({ part, calls, callCount }: ScriptPartsProps) {
  const { code } = part.arguments
  const output = part.script?.output ?? ''
  return (
    <>
      {typeof code === 'string' && (
        <Clamp>
          <div data-hit-words="asked">
            <CodeBlock code={code} language="javascript" isSettled={part.state !== 'preparing'} />
          </div>
        </Clamp>
      )}
      {callCount > 0 && (
        <section aria-label={texts.callsOfScript({ count: callCount })} className={commonStyles.stack2}>
          <div className={partStyles.toolCallLabel}>{texts.callsOfScript({ count: callCount })}</div>
          {calls}
        </section>
      )}
      {output !== '' && (
        <section className={partStyles.toolCallSection}>
          <div className={partStyles.toolCallLabel}>{texts.printed()}</div>
          <Clamp>
            <pre className={styles.scriptOutput} data-hit-words="result">
              <VisibleText text={output} />
            </pre>
          </Clamp>
        </section>
      )}
    </>
  )
}
