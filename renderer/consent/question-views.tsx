/** The view of each kind of question. A kind without one doesn't compile. */
import type { QuestionKind } from '../../app/contract/questions/questions'
import { consent } from '../../app/texts/compiled/window/consent'
import { ui } from '../../app/texts/compiled/window/ui'
import { AskAgainDialog } from './ask-again-question'
import { ElicitationQuestionDialog } from './elicitation/elicitation-question'
import { LinkQuestionDialog } from './elicitation/link-question'
import type { QuestionView } from './question/question-view'
import { SamplingAnswerDialog } from './sampling/sampling-answer-question'
import { SamplingQuestionDialog } from './sampling/sampling-question'
import { scriptsView } from './scripts-question'
import { DestinationQuestionDialog } from './servers/destination-question'
import { NetworkQuestionDialog } from './servers/network-question'
import { SignInQuestionDialog } from './servers/sign-in-question'
import { TrustQuestions } from './servers/trust-questions'
import { MetadataQuestionDialog } from './tool-call/metadata-question'
import { testJudgesView } from './test-judges-question'
import { ToolQuestions } from './tool-call/tool-questions'
import { ResultQuestionDialog } from './tool-call/result-question'
import { viewFilesView, viewMessageView } from './view-questions'
import { writtenMessageView } from './written-message-question'
import { ViewHostsDialog, ViewPermissionDialog } from './servers/view-access-questions'

export const questionViews = {
  'server-trust': { Dialog: TrustQuestions, safe: 'keep-stopped', safeLabel: consent.keepStopped },
  'tool-call': { Dialog: ToolQuestions, safe: 'deny', safeLabel: consent.deny },
  sampling: { Dialog: SamplingQuestionDialog, safe: 'decline', safeLabel: consent.decline },
  'sampling-answer': { Dialog: SamplingAnswerDialog, safe: 'discard', safeLabel: consent.discard },
  elicitation: { Dialog: ElicitationQuestionDialog, safe: 'decline', safeLabel: consent.decline },
  link: { Dialog: LinkQuestionDialog, safe: 'decline', safeLabel: consent.decline },
  'view-message': viewMessageView,
  'view-files': viewFilesView,
  'tool-result': { Dialog: ResultQuestionDialog, safe: 'refuse', safeLabel: consent.refuse },
  'sign-in': { Dialog: SignInQuestionDialog, safe: 'cancel', safeLabel: ui.cancel },
  destination: { Dialog: DestinationQuestionDialog, safe: 'not-now', safeLabel: consent.notNow },
  'server-words': { Dialog: MetadataQuestionDialog, safe: 'keep-back', safeLabel: consent.keepBack },
  'written-message': writtenMessageView,
  'test-judges': testJudgesView,
  scripts: scriptsView,
  reach: { Dialog: NetworkQuestionDialog, safe: 'not-now', safeLabel: consent.notNow },
  'view-hosts': { Dialog: ViewHostsDialog, safe: 'not-now', safeLabel: consent.notNow },
  'view-permission': { Dialog: ViewPermissionDialog, safe: 'not-now', safeLabel: consent.notNow },
  'ask-again': { Dialog: AskAgainDialog, safe: 'refuse', safeLabel: consent.refuseForMinute }
} as const satisfies { readonly [K in QuestionKind]: QuestionView<K> }
