/**
 * Everything known about a server that waits for trust: the same whether it is asked about separately or with others.
 */
import type { ServerTrustQuestion } from '../../../app/contract/questions/questions'
import { consent } from '../../../app/texts/compiled/window/consent'
import {
  diffServerDefinitions,
  describeProgramChanges,
  type DefinitionDiff
} from '../question/definition-diff'
import { DefinitionDiffView } from '../question/definition-diff-view'
import { QuestionNote, QuestionWarnings, showWarnings, type ShownWarning } from '../question/question-note'
import { LaunchDetails } from './launch-details'
import { ProgramDetails } from './program-facts'
import { PermissionList, type PermissionListProps } from './permission-list'
import commonStyles from '../../parts/common.module.css'

export interface TrustDetailsProps extends Pick<PermissionListProps, 'changes' | 'onChange'> {
  readonly question: ServerTrustQuestion
}

export function TrustDetails({ question, ...permissions }: TrustDetailsProps) {
  const differences = changesOf(question)
  return (
    <>
      <QuestionWarnings warnings={[...changedPrograms(question), ...showWarnings(question.warnings)]} />
      {question.previous !== null && differences.length === 0 && (
        <QuestionNote text={consent.changedUnseen()} />
      )}
      {differences.length > 0 && <DefinitionDiffView changes={differences} />}
      <LaunchDetails act={question.act} />
      <PermissionList
        act={question.act}
        serverName={question.serverName}
        proposedHosts={question.proposedHosts}
        {...permissions}
      />
      <ProgramDetails act={question.act} />
      {holdsHidden(question.act) && <p className={commonStyles.smallNote}>{consent.hiddenValues()}</p>}
    </>
  )
}

/** The meaning of an approval, in a sentence. */
export function explainTrust(question: ServerTrustQuestion): string {
  const changed = question.previous === null ? 'no' : 'yes'
  if (question.act.transport !== 'stdio') return consent.trustAddress({ changed })
  const changes = changesOf(question)
  const ofProgram = [consent.filesRun(), consent.packages()]
  const isProgramAlone = changes.length > 0 && changes.every(({ label }) => ofProgram.includes(label))
  const what = { changed: isProgramAlone ? 'program' : changed } as const
  return question.act.containment === undefined ? consent.trustProgram(what) : consent.trustContained(what)
}

function changesOf({ previous, act }: ServerTrustQuestion): readonly DefinitionDiff[] {
  return previous === null ? [] : diffServerDefinitions(previous, act)
}

function changedPrograms({ act, previous }: ServerTrustQuestion): ShownWarning[] {
  const texts = previous === null ? [] : describeProgramChanges(previous, act)
  return texts.map((text) => ({ level: 'danger', text }))
}

function holdsHidden({ environment = [], headers = [], oauth = [] }: ServerTrustQuestion['act']): boolean {
  return [...environment, ...headers, ...oauth].some(({ hiddenMark }) => hiddenMark !== undefined)
}
