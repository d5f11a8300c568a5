/** A ledger entry as text: what kind of data was sent, and who allowed it. */
import type { Grant } from '../../app/contract/grants'
import type { LedgerEntry } from '../../app/contract/ledger'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import { describeRule } from './describe-ledger-parts'
import { nameInSentence } from '../ui/base/offered-name'

export const describeLedgerKind: Readonly<Record<LedgerEntry['kind'], () => string>> = {
  conversation: texts.kindConversation,
  'sampling request': texts.kindSamplingRequest,
  file: texts.kindFile,
  'tool call': texts.kindToolCall,
  'prompt arguments': texts.kindPromptArguments,
  'resource address': texts.kindResourceAddress,
  completion: texts.kindCompletion,
  message: texts.kindMessage,
  'form answer': texts.kindFormAnswer,
  'sampling answer': texts.kindSamplingAnswer,
  folders: texts.kindFolders,
  'log level': texts.kindLogLevel,
  subscription: texts.kindSubscription,
  stop: texts.kindStop,
  link: texts.kindLink,
  preview: texts.kindPreview,
  'sign-in': texts.kindSignIn,
  icon: texts.kindIcon,
  connection: texts.kindConnection,
  'model list': texts.kindModelList,
  'model pull': texts.kindModelPull,
  reach: texts.kindReach,
  'view permission': texts.kindViewPermission,
  'closed file': texts.kindClosedFile,
  'view request': texts.kindViewRequest,
  limit: texts.kindLimit,
  directory: texts.kindDirectory,
  secret: texts.kindSecret,
  export: texts.kindExport,
  gap: texts.kindGap
}

/** `grant`: the permission that allowed it, if it still exists. */
export function describeDecision({ decidedBy, decision }: LedgerEntry, grant: Grant | undefined): string {
  switch (decidedBy) {
    case 'person':
      return texts.yourDecision()
    case 'grant':
      return grant === undefined
        ? texts.byRevokedPermission()
        : texts.byPermission({ permission: grantWords(grant) })
    case 'rule':
      return decision === null ? texts.byRule() : describeRule(decision)
  }
}

function grantWords({ scope, toolName, serverName }: Grant): string {
  switch (scope) {
    case 'always':
      return toolName === null ? texts.toolsAlways() : texts.toolAlways({ tool: nameInSentence(toolName) })
    case 'conversation':
      return toolName === null ? texts.toolsHere() : texts.toolHere({ tool: nameInSentence(toolName) })
    case 'server-conversation':
      return texts.toolsOfServerHere({ server: serverName })
    case 'read-only':
      return texts.readOnlyToolsOf({ server: serverName })
  }
}
