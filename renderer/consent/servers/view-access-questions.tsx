/** `Let the app of ‹server› reach ‹hosts›?` and `Let the app of ‹server› use the ‹camera, microphone, location, clipboard›?` */
import type { ReactNode } from 'react'
import type { DomainUse } from '../../../app/contract/consent/domain-uses'
import type { ViewPermission } from '../../../app/contract/consent/view-access'
import type { ViewHostsQuestion, ViewPermissionQuestion } from '../../../app/contract/questions/questions'
import { consent } from '../../../app/texts/compiled/window/consent'
import { VisibleText } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import { TextWithElements, textSlot } from '../../ui/base/text-with-elements'
import { Fact, Facts, Pieces } from '../../ui/untrusted/facts'
import { AccessAnswers } from '../question/access-answers'
import { QuestionDialog } from '../question/question-dialog'
import { QuestionNote, QuestionWarnings, showWarnings } from '../question/question-note'
import { useAnswer } from '../question/use-answer'

interface ViewQuestionProps<Q> {
  readonly question: Q
  readonly waitingCount: number
}

/** In the title. The others are in the list. */
const mostNamed = 3

export function ViewHostsDialog({ question, waitingCount }: ViewQuestionProps<ViewHostsQuestion>) {
  const { serverName, hosts, warnings } = question
  return (
    <ViewQuestionDialog
      question={question}
      waitingCount={waitingCount}
      title={consent.appReachTitle({ server: serverName, hosts: nameHosts(hosts.map(({ host }) => host)) })}
      text={consent.appReachText}
    >
      <QuestionWarnings warnings={showWarnings(warnings)} />
      <Facts>
        {(Object.keys(useTexts) as DomainUse[]).map((use) => {
          const used = hosts.filter(({ uses }) => uses.includes(use)).map(({ host }) => host)
          return (
            used.length > 0 && (
              <Fact key={use} label={useTexts[use]()}>
                <Pieces texts={used} />
              </Fact>
            )
          )
        })}
      </Facts>
      <QuestionNote text={consent.appReachOpen()} />
    </ViewQuestionDialog>
  )
}

export function ViewPermissionDialog({ question, waitingCount }: ViewQuestionProps<ViewPermissionQuestion>) {
  const { serverName, permission } = question
  return (
    <ViewQuestionDialog
      question={question}
      waitingCount={waitingCount}
      title={consent.appUseTitle({ server: serverName, permission: permissionTexts[permission]() })}
      text={consent.appUseText}
    >
      <QuestionNote
        text={permission === 'clipboardWrite' ? consent.appUseClipboard() : consent.appUseOpen()}
      />
    </ViewQuestionDialog>
  )
}

interface ViewQuestionDialogProps extends ViewQuestionProps<ViewHostsQuestion | ViewPermissionQuestion> {
  readonly title: string
  readonly text: (values: { readonly server: string; readonly tool: string }) => string
  readonly children: ReactNode
}

function ViewQuestionDialog({ question, waitingCount, title, text, children }: ViewQuestionDialogProps) {
  const { send, sendSafe, pending, failure } = useAnswer(question.id)
  const { type, serverName, toolName } = question
  return (
    <QuestionDialog
      serverName={serverName}
      title={title}
      description={
        <TextWithElements
          text={text({ server: textSlot('server'), tool: textSlot('tool') })}
          with={{ server: <Name text={serverName} />, tool: <Name text={nameInSentence(toolName)} /> }}
        />
      }
      waitingCount={waitingCount}
      failure={failure?.message ?? null}
      onSafeAnswer={sendSafe}
      footer={<AccessAnswers pending={pending} onAnswer={(decision) => void send({ type, decision })} />}
    >
      {children}
    </QuestionDialog>
  )
}

function Name({ text }: { readonly text: string }) {
  return (
    <strong>
      <VisibleText text={text} />
    </strong>
  )
}

function nameHosts(hosts: readonly string[]): string {
  const named = hosts.slice(0, mostNamed).join(', ')
  return hosts.length <= mostNamed
    ? named
    : consent.appMoreHosts({ hosts: named, count: hosts.length - mostNamed })
}

const useTexts: Readonly<Record<DomainUse, () => string>> = {
  connect: consent.appUseConnect,
  resource: consent.appUseResource,
  frame: consent.appUseFrame,
  baseUri: consent.appUseBaseUri
}

const permissionTexts: Readonly<Record<ViewPermission, () => string>> = {
  camera: consent.appCamera,
  microphone: consent.appMicrophone,
  geolocation: consent.appLocation,
  clipboardWrite: consent.appClipboard
}
