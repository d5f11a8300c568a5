/**
 * What each call of the window approves, and how sure the host must be that a person is behind it. The page counts as
 * taken over: it may make any call with any input. A call that says nothing here doesn't
 * compile; what an answer to a question needs is in its descriptor (`../questions`). `main/ipc/approval` holds the page to it.
 */
import type { CallInput, CallName } from '../bridge/calls'
import { findAnswerApproval } from '../questions/questions'
import { serverSettings, simpleSettings, type Weakens } from '../simple-settings'
import { needs, type Approval } from '../consent/approval'
import {
  bundlePlace,
  clearingPlace,
  deletionPlace,
  linkPlace,
  removalPlace,
  serverLinkPlace
} from './own-places'
import { deletionOfSeveral } from './place-of-several'

/** null: it approves nothing. */
type Rule<N extends CallName> = Approval | null | ((input: CallInput<N>) => Approval | null)

const no = null

const rules: { readonly [N in CallName]: Rule<N> } = {
  'app.snapshot': no,
  'app.finish-welcome': no,
  'app.open-newest': no,
  'app.conversation-shown': no,
  // The person says where in a dialog of the system; a page can't open one after the other by itself.
  'app.save-file': needs('sends', 'press'),
  'app.copy-text': no,
  'app.copy-image': no,
  'app.licences': no,
  'app.choose-folder': no,
  'app.drop-folders': no,
  'link.judge': no,
  'link.open': ({ url }) => ({ ...needs('opens', 'in-place'), place: linkPlace(url) }),

  'conversation.create': no,
  'conversation.read': no,
  'conversation.rename': no,
  'conversation.delete': ({ conversationId }) => ({
    ...needs('destroys', 'seen'),
    place: deletionPlace(conversationId)
  }),
  'conversation.search': no,
  'conversation.find': no,
  'conversation.read-result': no,
  'conversation.set-folders': ({ folders }) => (folders.length > 0 ? needs('permits', 'press') : no),
  // The press before the dialog of the system: however long the person looks for the folder there, that is the choice.
  'conversation.choose-folder': needs('permits', 'press'),
  'conversation.set-shelf': no,
  'conversation.set-model': no,
  // A server is offered again, a system prompt is another one, folders come with an assistant.
  'conversation.set-choices': needs('permits', 'press'),
  // What a person begins conversations with is theirs: a page that made one would speak first in each.
  'assistant.save': needs('permits', 'press'),
  'assistant.remove': ({ assistantId }) => ({
    ...needs('destroys', 'seen'),
    place: deletionPlace(assistantId)
  }),
  // Folders that were chosen before the conversation began go with its first message. One that waits for the end of
  // an answer leaves by this same press.
  'conversation.send': needs('sends', 'press'),
  'conversation.stop': no,
  'conversation.retry': needs('sends', 'press'),
  'conversation.continue': needs('sends', 'press'),
  'conversation.edit': needs('sends', 'press'),
  'conversation.regenerate': needs('sends', 'press'),
  'conversation.show-branch': no,
  'conversation.delete-message': ({ messageId }) => ({
    ...needs('destroys', 'seen'),
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
  'context.set-part': needs('sends', 'press'),
  'context.summarize': needs('sends', 'press'),
  // Its text goes to the model in place of what was said.
  'context.set-summary': ({ text }) => (text === null ? no : needs('sends', 'press')),

  'queue.send': needs('sends', 'press'),
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
    ...needs('destroys', 'in-place'),
    place: deletionOfSeveral(conversationIds)
  }),

  // The person says where in a dialog of the system.
  'archive.export': needs('sends', 'press'),
  // What comes in is nobody's words but the file's: it permits nothing.
  'archive.import': needs('reveals', 'press'),
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
  'resource.read': needs('sends', 'present'),
  'resource.follow': ({ isFollowed }) => (isFollowed ? needs('sends', 'present') : no),
  'resource.expand-template': no,
  'prompt.list': no,
  'prompt.get': needs('sends', 'present'),
  'completion.complete': needs('sends', 'present'),

  // What is searched for goes to the registry that was trusted; a page alone can't send it words.
  'directory.read': ({ source }) => (source === 'registry' ? needs('sends', 'present') : no),
  'directory.versions': ({ source }) => (source === 'registry' ? needs('sends', 'present') : no),
  // It is shown, and nothing is sent.
  'directory.get-bundle': no,
  'directory.installed': no,
  // Another version is another program: it asks for trust again.
  'directory.update': needs('runs', 'press'),

  'server.start': needs('runs', 'press'),
  'server.stop': no,
  'server.restart': needs('runs', 'press'),
  'server.diagnose': needs('runs', 'press'),
  'server.cancel-diagnosis': no,
  'server.read-log': no,
  'server.refresh-tools': no,
  'server.list-tools': no,
  'server.list-tasks': no,
  'server.read-load': no,
  'server.read-reach': no,
  'server.read-walls': no,
  // The entry is another one then, and asks.
  'server.contain': ({ isContained }) => needs(isContained ? 'runs' : 'weakens', 'press'),
  // Its registry is asked, and what came is trusted apart.
  'server.update-package': needs('sends', 'press'),
  'server.forget-host': no,
  'server.read-doings': no,
  'server.clear-doings': no,
  'server.read-home': no,
  'server.clear-home': ({ serverName }) => ({
    ...needs('destroys', 'seen'),
    place: clearingPlace(serverName)
  }),
  // The entry is another one then, and asks; the press is for what is written.
  'server.allow-place': needs('runs', 'press'),
  'server.read-entry': no,
  'server.write-link': no,
  // A new entry does nothing before it is trusted, and what would lower protection in it waits. One that is trusted
  // stops being what the person knows it as.
  'server.save-entry': ({ previousName }) => (previousName === null ? no : needs('weakens', 'press')),
  'server.save-form': ({ previousName, form }) => {
    const values = form.kind === 'program' ? form.env : form.headers
    if (values.some(({ secret }) => secret !== null)) return needs('sends', 'press')
    return previousName === null ? no : needs('weakens', 'press')
  },
  'server.paste': no,
  // Other programs' files are read when somebody wants that; their keys don't come to the page.
  'server.find-others': needs('reveals', 'press'),
  // Keys of other programs become secrets of the servers that they stood for.
  'server.import': needs('sends', 'press'),
  'server.remove': ({ serverName }) => ({ ...needs('destroys', 'seen'), place: removalPlace(serverName) }),
  // A dialog of the system, in which the person says which file.
  'bundle.choose': needs('reveals', 'press'),
  // Its files are written, its server waits for trust, secrets go into the vault.
  'bundle.install': ({ id }) => ({ ...needs('permits', 'in-place'), place: bundlePlace(id) }),
  // What a stranger wrote becomes an entry, which waits for trust, and what was typed goes into the vault.
  'adding.add-link': ({ id }) => ({ ...needs('permits', 'in-place'), place: serverLinkPlace(id) }),
  // A request goes to an address that a stranger named.
  'adding.download': ({ id }) => ({ ...needs('sends', 'in-place'), place: bundlePlace(id) }),
  'adding.read': no,
  'adding.close': no,
  'server.trace': no,
  'server.list-messages': no,
  'server.forget-messages': no,
  'server.set-options': (choices) => weakening(serverSettings, choices),
  'server.set-tool': ({ isDisabled, callLimits }) =>
    isDisabled === false || callLimits !== undefined ? needs('weakens', 'press') : no,
  'server.set-tools': ({ isDisabled }) => (isDisabled ? no : needs('weakens', 'press')),
  'icon.read': no,

  'account.sign-in': needs('runs', 'press'),
  'account.cancel': no,
  'account.reopen': needs('opens', 'press'),
  // A server that runs is started anew after these.
  'account.sign-out': needs('runs', 'press'),
  'account.forget-client': needs('runs', 'press'),
  'account.test': needs('sends', 'press'),
  'server.list-secrets': no,
  'server.set-secret': needs('sends', 'press'),
  'server.set-secret-header': needs('sends', 'press'),

  'consent.answer': ({ questionId, answer }) => {
    const approval = findAnswerApproval(answer)
    return approval && { ...approval, place: questionId }
  },
  'consent.stop': no,
  'consent.check-content': no,
  'consent.take-habit': ({ habitId }) => ({ ...needs('permits', 'in-place'), place: habitId }),
  'consent.leave-habit': no,
  // Of a folder that the server may read anyway, while somebody is there who looks at it.
  'consent.read-target': needs('reveals', 'present'),
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

  'sampling.set-rule': needs('permits', 'press'),
  'sampling.stop': no,
  'exchange.stop': no,
  'exchange.dismiss': no,

  'ledger.search': no,
  'ledger.verify': no,
  // The person says where in a dialog of the system.
  'ledger.export': no,
  // Asks before anything is sent.
  'ledger.ask-collector': no,
  'ledger.set-endpoint': ({ endpoint }) => (endpoint === null ? no : needs('sends', 'press')),

  'settings.set': ({ values }) => weakening(simpleSettings, values),
  'settings.set-roots': needs('permits', 'press'),
  'settings.choose-root': needs('permits', 'press'),
  // What was before goes into the file: that takes nothing away.
  'settings.answer-held': ({ id, isUsed }) => (isUsed ? { ...needs('weakens', 'in-place'), place: id } : no),
  'settings.open-file': needs('opens', 'press'),
  'log.read': no,
  'log.files': no,
  // A folder of Parley's own, which the page doesn't name.
  'log.open-folder': needs('opens', 'press'),
  'model.find-local': no,
  'model.program-of': no,
  'model.pull': needs('sends', 'press'),
  'model.stop-pull': no,
  'model.add-provider': needs('sends', 'press'),
  'model.remove-provider': no,
  'model.set-key': needs('sends', 'press'),
  'model.forget-key': no,
  // A lower price, and the first, lets servers spend more.
  'model.set-price': ({ price }) => (price === null ? no : needs('weakens', 'press')),
  'model.open-table': needs('opens', 'press'),
  'model.refresh': no,
  'usage.read': no,
  'usage.of-conversation': no,

  // A page that opened them by itself would bury what the person works with.
  'window.open': needs('opens', 'press'),
  'window.show-quick': ({ isShown }) => (isShown ? needs('opens', 'press') : no),
  'window.show-conversation': needs('opens', 'press'),
  'window.act': needs('opens', 'press'),
  'window.zoom': no
}

/** What a call with this input approves; null where it approves nothing. The input has been parsed. */
export function findRequiredApproval<N extends CallName>(name: N, input: CallInput<N>): Approval | null {
  const rule: Rule<N> = rules[name]
  return typeof rule === 'function' ? rule(input) : rule
}

type Described = Readonly<Record<string, { readonly weakens: Weakens }>>

function weakening(settings: Described, changes: Readonly<Record<string, unknown>>): Approval | null {
  const isWeaker = Object.entries(changes).some(([name, value]) => {
    const weakens = settings[name]?.weakens
    if (typeof weakens !== 'string' || value === undefined) return false
    if (weakens === 'on') return value !== false
    return weakens === 'off' ? value !== true : true
  })
  return isWeaker ? needs('weakens', 'press') : null
}
