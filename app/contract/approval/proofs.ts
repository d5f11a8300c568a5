/**
 * What each call of the window approves, and how sure the host must be that a person is behind it. The page counts as
 * taken over: it may make any call with any input. A call, a question or a decision that says nothing here does not
 * compile. `main/ipc/approval` holds the page to it.
 */
import type { CallInput, CallName } from '../bridge/calls'
import type { QuestionAnswer } from '../consents'
import { serverSettings, simpleSettings, type Weakens } from '../simple-settings'
import {
  bundlePlace,
  clearingPlace,
  deletionPlace,
  linkPlace,
  removalPlace,
  serverLinkPlace
} from './own-places'
import { deletionOfSeveral } from './place-of-several'

/**
 * - `present`: somebody pressed a key or a pointer in the window within the last minutes. Other approvals may use it, too.
 * - `press`: a key or a pointer was really pressed in the window a moment ago, and that press has approved nothing yet.
 * - `seen`: and it began half a second after its question was there, and the window was in sight when it began.
 * - `in-place`: and it was made in the area of its question.
 */
export type Proof = 'present' | 'press' | 'seen' | 'in-place'

export type Approves = 'runs' | 'sends' | 'opens' | 'permits' | 'trusts' | 'reveals' | 'weakens' | 'destroys'

export interface Approval {
  readonly approves: Approves
  readonly proof: Proof
  /** The question that it answers, by the mark that the page gives the area of it. */
  readonly place?: string
}

/** null: it approves nothing. */
type Rule<N extends CallName> = Approval | null | ((input: CallInput<N>) => Approval | null)

const no = null
const by = (approves: Approves, proof: Proof): Approval => ({ approves, proof })

/** A question each, with all that can be said to it. A no needs no proof. */
const answers: {
  readonly [T in QuestionAnswer['type']]: {
    readonly [D in Extract<QuestionAnswer, { type: T }>['decision']]: Approval | null
  }
} = {
  'server-trust': { trust: by('trusts', 'in-place'), 'keep-stopped': no },
  'tool-call': {
    'allow-once': by('runs', 'seen'),
    'allow-conversation': by('permits', 'in-place'),
    'allow-server-conversation': by('permits', 'in-place'),
    'allow-always': by('permits', 'in-place'),
    'allow-read-only': by('permits', 'in-place'),
    deny: no
  },
  // Who answers by themselves says what is sent in the question after this one.
  sampling: { approve: by('sends', 'seen'), 'answer-myself': no, decline: no },
  'sampling-answer': { send: by('sends', 'seen'), discard: no },
  elicitation: { submit: by('sends', 'seen'), decline: no, cancel: no },
  link: { open: by('opens', 'in-place'), decline: no, cancel: no },
  'tool-result': { pass: by('sends', 'seen'), refuse: no },
  'sign-in': { 'open-browser': by('opens', 'in-place'), cancel: no },
  'ask-again': { 'let-ask': by('permits', 'seen'), refuse: no },
  destination: { trust: by('trusts', 'in-place'), 'not-now': no },
  'server-words': { 'let-through': by('permits', 'in-place'), 'keep-back': no },
  reach: {
    'allow-once': by('permits', 'in-place'),
    'allow-always': by('permits', 'in-place'),
    never: no,
    'not-now': no
  },
  // Each call of a script is asked about as any other.
  scripts: { allow: by('permits', 'seen'), deny: no }
}

const rules: { readonly [N in CallName]: Rule<N> } = {
  'app.snapshot': no,
  'app.finish-welcome': no,
  'app.open-newest': no,
  'app.conversation-shown': no,
  // The person says where in a dialog of the system; a page can't open one after the other by itself.
  'app.save-file': by('sends', 'press'),
  'app.copy-text': no,
  'app.copy-image': no,
  'app.licences': no,
  'app.choose-folder': no,
  'app.drop-folders': no,
  'link.judge': no,
  'link.open': ({ url }) => ({ ...by('opens', 'in-place'), place: linkPlace(url) }),

  'conversation.create': no,
  'conversation.read': no,
  'conversation.rename': no,
  'conversation.delete': ({ conversationId }) => ({
    ...by('destroys', 'seen'),
    place: deletionPlace(conversationId)
  }),
  'conversation.search': no,
  'conversation.find': no,
  'conversation.read-result': no,
  'conversation.set-folders': ({ folders }) => (folders.length > 0 ? by('permits', 'press') : no),
  // The press before the dialog of the system: however long the person looks for the folder there, that is the choice.
  'conversation.choose-folder': by('permits', 'press'),
  'conversation.set-shelf': no,
  'conversation.set-model': no,
  // A server is offered again, a system prompt is another one, folders come with an assistant.
  'conversation.set-choices': by('permits', 'press'),
  // What a person begins conversations with is theirs: a page that made one would speak first in each.
  'assistant.save': by('permits', 'press'),
  'assistant.remove': ({ assistantId }) => ({
    ...by('destroys', 'seen'),
    place: deletionPlace(assistantId)
  }),
  // Folders that were chosen before the conversation began go with its first message. One that waits for the end of
  // an answer leaves by this same press.
  'conversation.send': by('sends', 'press'),
  'conversation.stop': no,
  'conversation.retry': by('sends', 'press'),
  'conversation.continue': by('sends', 'press'),
  'conversation.edit': by('sends', 'press'),
  'conversation.regenerate': by('sends', 'press'),
  'conversation.show-branch': no,
  'conversation.delete-message': ({ messageId }) => ({
    ...by('destroys', 'seen'),
    place: deletionPlace(messageId)
  }),
  'conversation.keep-waiting': no,
  'conversation.cancel-tool-call': no,

  'context.read': no,
  'context.read-parts': no,
  'context.read-part': no,
  'context.list-sent': no,
  'context.read-sent': no,
  // What the person wants every model told can be left out by it.
  'context.set-part': by('sends', 'press'),
  'context.summarize': by('sends', 'press'),
  // Its text goes to the model in place of what was said.
  'context.set-summary': ({ text }) => (text === null ? no : by('sends', 'press')),

  'queue.send': by('sends', 'press'),
  'queue.take': no,
  'queue.remove': no,

  // What is typed is kept here, and sent by the press of the message.
  'draft.keep': no,
  'drawer.add': no,
  'drawer.rename': no,
  'drawer.remove': no,
  'drawer.put': no,
  'list.set-shelf': no,
  // So many at once are said yes to on their own question: a press that was meant for fewer is none for more.
  'list.delete': ({ conversationIds }) => ({
    ...by('destroys', 'in-place'),
    place: deletionOfSeveral(conversationIds)
  }),

  // The person says where in a dialog of the system.
  'archive.export': by('sends', 'press'),
  // What comes in is nobody's words but the file's: it permits nothing.
  'archive.import': by('reveals', 'press'),
  'archive.stop-import': no,
  'archive.to-markdown': no,

  // They wait on this computer: sending them takes the press of the message.
  'file.add': no,
  'file.show': no,
  'file.remove': no,

  // Drawn on this computer, by a page that reaches nothing.
  'diagram.draw': no,
  'spelling.check': no,
  // What is done then is chosen in a menu that main draws.
  'spelling.offer': no,
  'spelling.read': no,

  'tool.search': no,
  'tool.read': no,
  'tool.check-arguments': no,

  // What a trusted server offers is looked at while the person types and moves about: more than one at a press.
  'resource.list': no,
  'resource.read': by('sends', 'present'),
  'resource.follow': ({ isFollowed }) => (isFollowed ? by('sends', 'present') : no),
  'resource.expand-template': no,
  'prompt.list': no,
  'prompt.get': by('sends', 'present'),
  'completion.complete': by('sends', 'present'),

  // What is searched for goes to the registry that was trusted; a page alone can't send it words.
  'directory.read': ({ source }) => (source === 'registry' ? by('sends', 'present') : no),
  'directory.versions': ({ source }) => (source === 'registry' ? by('sends', 'present') : no),
  // It is shown, and nothing is sent.
  'directory.get-bundle': no,
  'directory.installed': no,
  // Another version is another program: it asks for trust again.
  'directory.update': by('runs', 'press'),

  'server.start': by('runs', 'press'),
  'server.stop': no,
  'server.restart': by('runs', 'press'),
  'server.diagnose': by('runs', 'press'),
  'server.cancel-diagnosis': no,
  'server.read-log': no,
  'server.refresh-tools': no,
  'server.list-tools': no,
  'server.list-tasks': no,
  'server.read-load': no,
  'server.read-reach': no,
  'server.read-walls': no,
  // The entry is another one then, and asks.
  'server.contain': ({ isContained }) => by(isContained ? 'runs' : 'weakens', 'press'),
  // Its registry is asked, and what came is trusted apart.
  'server.update-package': by('sends', 'press'),
  'server.forget-host': no,
  'server.read-doings': no,
  'server.clear-doings': no,
  'server.read-home': no,
  'server.clear-home': ({ serverName }) => ({
    ...by('destroys', 'seen'),
    place: clearingPlace(serverName)
  }),
  // The entry is another one then, and asks; the press is for what is written.
  'server.allow-place': by('runs', 'press'),
  'server.read-entry': no,
  'server.write-link': no,
  // A new entry does nothing before it is trusted, and what would lower protection in it waits. One that is trusted
  // stops being what the person knows it as.
  'server.save-entry': ({ previousName }) => (previousName === null ? no : by('weakens', 'press')),
  'server.save-form': ({ previousName, form }) => {
    const values = form.kind === 'program' ? form.env : form.headers
    if (values.some(({ secret }) => secret !== null)) return by('sends', 'press')
    return previousName === null ? no : by('weakens', 'press')
  },
  'server.paste': no,
  // Other programs' files are read when somebody wants that; their keys don't come to the page.
  'server.find-others': by('reveals', 'press'),
  // Keys of other programs become secrets of the servers that they stood for.
  'server.import': by('sends', 'press'),
  'server.remove': ({ serverName }) => ({ ...by('destroys', 'seen'), place: removalPlace(serverName) }),
  // A dialog of the system, in which the person says which file.
  'bundle.choose': by('reveals', 'press'),
  // Its files are written, its server waits for trust, secrets go into the vault.
  'bundle.install': ({ id }) => ({ ...by('permits', 'in-place'), place: bundlePlace(id) }),
  // What a stranger wrote becomes an entry, which waits for trust, and what was typed goes into the vault.
  'adding.add-link': ({ id }) => ({ ...by('permits', 'in-place'), place: serverLinkPlace(id) }),
  // A request goes to an address that a stranger named.
  'adding.download': ({ id }) => ({ ...by('sends', 'in-place'), place: bundlePlace(id) }),
  'adding.read': no,
  'adding.close': no,
  'server.trace': no,
  'server.list-messages': no,
  'server.forget-messages': no,
  'server.set-options': (choices) => weakening(serverSettings, choices),
  'server.set-tool': ({ isDisabled, callLimits }) =>
    isDisabled === false || callLimits !== undefined ? by('weakens', 'press') : no,
  'server.set-tools': ({ isDisabled }) => (isDisabled ? no : by('weakens', 'press')),
  'icon.read': no,

  'account.sign-in': by('runs', 'press'),
  'account.cancel': no,
  'account.reopen': by('opens', 'press'),
  // A server that runs is started anew after these.
  'account.sign-out': by('runs', 'press'),
  'account.forget-client': by('runs', 'press'),
  'account.test': by('sends', 'press'),
  'server.list-secrets': no,
  'server.set-secret': by('sends', 'press'),
  'server.set-secret-header': by('sends', 'press'),

  'consent.answer': ({ questionId, answer }) => {
    const approval = approvalOfAnswer(answer)
    return approval && { ...approval, place: questionId }
  },
  'consent.stop': no,
  'consent.check-content': no,
  'consent.take-habit': ({ habitId }) => ({ ...by('permits', 'in-place'), place: habitId }),
  'consent.leave-habit': no,
  // Of a folder that the server may read anyway, while somebody is there who looks at it.
  'consent.read-target': by('reveals', 'present'),
  'consent.revoke-grant': no,
  'consent.revoke-grants': no,
  'consent.revoke-flow': no,
  'consent.export-pins': no,
  // It grants nothing: a tool that differs is asked about.
  'consent.import-pins': no,
  'consent.revoke-trust': no,
  'consent.revoke-destination': no,
  // It is asked about again.
  'consent.forget-refused-host': no,

  'sampling.set-rule': by('permits', 'press'),
  'sampling.stop': no,
  'exchange.stop': no,
  'exchange.dismiss': no,

  'ledger.search': no,
  'ledger.verify': no,
  // The person says where in a dialog of the system.
  'ledger.export': no,
  // Asks before anything is sent.
  'ledger.ask-collector': no,
  'ledger.set-endpoint': ({ endpoint }) => (endpoint === null ? no : by('sends', 'press')),

  'settings.set': ({ values }) => weakening(simpleSettings, values),
  'settings.set-roots': by('permits', 'press'),
  'settings.choose-root': by('permits', 'press'),
  // What was before goes into the file: that takes nothing away.
  'settings.answer-held': ({ id, isUsed }) => (isUsed ? { ...by('weakens', 'in-place'), place: id } : no),
  'settings.open-file': by('opens', 'press'),
  'log.read': no,
  'log.files': no,
  // A folder of Parley's own, which the page doesn't name.
  'log.open-folder': by('opens', 'press'),
  'model.find-local': no,
  'model.program-of': no,
  'model.pull': by('sends', 'press'),
  'model.stop-pull': no,
  'model.add-provider': by('sends', 'press'),
  'model.remove-provider': no,
  'model.set-key': by('sends', 'press'),
  'model.forget-key': no,
  // A lower price, and the first, lets servers spend more.
  'model.set-price': ({ price }) => (price === null ? no : by('weakens', 'press')),
  'model.open-table': by('opens', 'press'),
  'model.refresh': no,
  'usage.read': no,
  'usage.of-conversation': no,

  // A page that opened them by itself would bury what the person works with.
  'window.open': by('opens', 'press'),
  'window.show-quick': ({ isShown }) => (isShown ? by('opens', 'press') : no),
  'window.show-conversation': by('opens', 'press'),
  'window.act': by('opens', 'press'),
  'window.zoom': no
}

/** What a call with this input approves; null where it approves nothing. The input has been parsed. */
export function findRequiredApproval<N extends CallName>(name: N, input: CallInput<N>): Approval | null {
  const rule: Rule<N> = rules[name]
  return typeof rule === 'function' ? rule(input) : rule
}

function approvalOfAnswer(answer: QuestionAnswer): Approval | null {
  const decisions: Readonly<Record<string, Approval | null>> = answers[answer.type]
  const approval = decisions[answer.decision] ?? null
  // Whatever it comes with: where text may go is said for more than one call.
  const permitsFlow = answer.type === 'tool-call' && answer.flow !== undefined
  return approval !== null && permitsFlow ? by('permits', 'in-place') : approval
}

type Described = Readonly<Record<string, { readonly weakens: Weakens }>>

function weakening(settings: Described, changes: Readonly<Record<string, unknown>>): Approval | null {
  const isWeaker = Object.entries(changes).some(([name, value]) => {
    const weakens = settings[name]?.weakens
    if (typeof weakens !== 'string' || value === undefined) return false
    if (weakens === 'on') return value !== false
    return weakens === 'off' ? value !== true : true
  })
  return isWeaker ? by('weakens', 'press') : null
}
