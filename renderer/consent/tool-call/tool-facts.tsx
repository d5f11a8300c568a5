/** Facts about a tool before an approval: warnings, changes, what it may do, and its server's description. */
import { CircleHelp, Eye, TriangleAlert } from 'lucide-react'
import type { ToolCallQuestion } from '../../../app/contract/questions/questions'
import type { ToolDefinition } from '../../../app/contract/tool-definition'
import { Badge } from '../../ui/controls/badge'
import { Clamp } from '../../ui/controls/clamp'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import type { DefinitionDiff } from '../question/definition-diff'
import { DefinitionDiffView } from '../question/definition-diff-view'
import { describeHints, describeEffect } from '../../parts/tool-hints'
import { describeDefinitionChanges } from './definition-changes'
import { QuestionNote, QuestionWarnings, showWarnings } from '../question/question-note'
import { toText } from '../../../app/texts/localized'
import serverWordsStyles from '../question/server-text.module.css'
import headingStyles from '../question/question-heading.module.css'
import styles from './tool-facts.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

/** Most important first. */
export function ToolFacts({ question }: { readonly question: ToolCallQuestion }) {
  const { warnings = [], note, previousDefinition } = question
  return (
    <>
      <QuestionWarnings warnings={showWarnings(warnings)} />
      {note !== null && <QuestionNote text={toText(note)} />}
      {previousDefinition !== undefined && (
        <Changes changes={describeDefinitionChanges(previousDefinition, definitionIn(question))} />
      )}
      <Effect question={question} />
    </>
  )
}

function definitionIn(question: ToolCallQuestion): ToolDefinition {
  const { toolTitle: title, toolDescription: description, annotations, inputSchema, ui } = question
  return { title, description, annotations, inputSchema, outputSchema: question.outputSchema ?? null, ui }
}

function Changes({ changes }: { readonly changes: readonly DefinitionDiff[] }) {
  if (changes.length > 0) return <DefinitionDiffView title={consent.changedInTool()} changes={changes} />
  // Its definitions differ in parts that aren't sent here.
  return <QuestionNote text={consent.changeNotShown()} />
}

const effectIcons = { light: Eye, medium: CircleHelp, heavy: TriangleAlert } as const

function Effect({ question }: { readonly question: ToolCallQuestion }) {
  const { weight, sentence } = describeEffect[question.effect]
  const Icon = effectIcons[weight]
  return (
    <p className={styles.toolEffect} data-weight={weight}>
      <Icon size={16} aria-hidden />
      <span>{sentence()}</span>
    </p>
  )
}

export function ServerText({ question }: { readonly question: ToolCallQuestion }) {
  const hints = describeHints(question.annotations)
  if (question.toolTitle === null && question.toolDescription === '' && hints.length === 0) return null
  return (
    <section
      className={serverWordsStyles.serverWords}
      aria-label={plainWithMarks(consent.saysOfTool({ server: question.serverName }))}
    >
      <h3 className={headingStyles.questionHeading}>
        <VisibleText text={consent.describesTool({ server: question.serverName })} />
      </h3>
      {question.toolTitle !== null && (
        <p className={styles.serverWordsTitle}>
          <VisibleText text={question.toolTitle} />
        </p>
      )}
      {question.toolDescription !== '' && (
        <Clamp>
          <p className={styles.serverWordsText}>
            <VisibleText text={question.toolDescription} />
          </p>
        </Clamp>
      )}
      {hints.length > 0 && (
        <div className={styles.serverWordsHints}>
          <span>{consent.serverSays()} </span>
          <ul>
            {hints.map((hint) => (
              <li key={hint}>
                <Badge>{hint}</Badge>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
