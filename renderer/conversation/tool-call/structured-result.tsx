/** A tool's structured result: formatted or as raw JSON, with schema violations. */
import { Tabs } from '@base-ui/react/tabs'
import { TriangleAlert } from 'lucide-react'
import type { ArgumentProblem } from '../../../app/contract/servers'
import { ContentText } from '../../parts/content/content-text'
import { DataView } from '../../ui/untrusted/data-view'
import { VisibleText } from '../../ui/base/hidden-characters'
import { JsonView } from '../../ui/untrusted/json-view'
import styles from './structured-result.module.css'
import { toFieldProblems } from '../../parts/argument-problems'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface StructuredResultProps {
  readonly value: unknown
  /** Where it doesn't fit the tool's output schema. */
  readonly problems: readonly ArgumentProblem[]
  /** The original text if the result is text; absent: structured data. */
  readonly text?: string | undefined
}

/** A group named `Structured result`. */
export function StructuredResult({ value, problems, text }: StructuredResultProps) {
  return (
    <Tabs.Root
      className={styles.structured}
      role="group"
      aria-label={texts.structured()}
      defaultValue="readable"
    >
      <Tabs.List className={styles.structuredTabs} aria-label={texts.structuredAs()}>
        <Tabs.Tab className={styles.structuredTab} value="readable">
          {texts.readable()}
        </Tabs.Tab>
        <Tabs.Tab className={styles.structuredTab} value="json">
          {'JSON'}
        </Tabs.Tab>
      </Tabs.List>
      {problems.length > 0 && <Misfits problems={problems} />}
      <Tabs.Panel value="readable">
        <DataView value={value} label={texts.structuredReadable()} problems={toFieldProblems(problems)} />
      </Tabs.Panel>
      <Tabs.Panel value="json">
        {text === undefined ? (
          <JsonView value={value} label={texts.structuredJson()} isCompact />
        ) : (
          <ContentText text={text} />
        )}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

/** Problems listed individually; more of them add nothing. */
const namedLimit = 10

function Misfits({ problems }: Pick<StructuredResultProps, 'problems'>) {
  const restCount = problems.length - namedLimit
  return (
    <div className={styles.structuredMisfits} role="note">
      <TriangleAlert size={14} aria-hidden />
      <div>
        <p>{texts.misfit()}</p>
        <ul>
          {toFieldProblems(problems.slice(0, namedLimit)).map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path !== '' && (
                <>
                  <code>
                    <VisibleText text={path} />
                  </code>{' '}
                </>
              )}
              <VisibleText text={message} />
            </li>
          ))}
          {restCount > 0 && <li>{texts.moreProblems({ count: restCount })}</li>}
        </ul>
      </div>
    </div>
  )
}
