/**
 * What each call of the window approves, and how certain the host must be that the user made it. The host treats the page
 * as compromised: it may make any call with any input. A call without a row doesn't compile. The approval that an answer
 * to a question needs is in the question's descriptor (`../questions`). `main/ipc/approval` enforces both.
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
import { deletionPlaceForSeveral } from './place-of-several'

/** null if the call approves nothing. */
type Rule<N extends CallName> = Approval | null | ((input: CallInput<N>) => Approval | null)

const no = null

const rules: { readonly [N in CallName]: Rule<N> } = {
  'app.snapshot': no,
  'app.finish-welcome': no,
  'app.open-newest': no,
  'app.conversation-shown': no,
  // The user chooses where in a system dialog. Without a press, a page could open one dialog after another.
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
  // The press before the system dialog counts, however long the user searches for the folder there.
  'conversation.choose-folder': needs('permits', 'press'),
  'conversation.set-shelf': no,
  'conversation.set-model': no,
  // Choices can offer a server again, change the system prompt, or add the folders of an assistant.
  'conversation.set-choices': needs('permits', 'press'),
  // An assistant starts conversations: a page that made one would write the first message in each.
  'assistant.save': needs('permits', 'press'),
  'assistant.remove': ({ assistantId }) => ({
    ...needs('destroys', 'seen'),
    place: deletionPlace(assistantId)
  }),
  // Folders that were chosen before the conversation are sent with its first message. A queued message is sent by
  // this same press.
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
  // It can leave out instructions that the user gives to every model.
  'context.set-part': needs('sends', 'press'),
  'context.summarize': needs('sends', 'press'),
  // The model gets this text instead of the summarized messages.
  'context.set-summary': ({ text }) => (text === null ? no : needs('sends', 'press')),

  'queue.send': needs('sends', 'press'),
  'queue.take': no,
  'queue.remove': no,

  // A draft stays on this computer. The press that sends the message approves it.
  'draft.keep': no,
  'drawer.add': no,
  'drawer.rename': no,
  'drawer.remove': no,
  'drawer.put': no,
  'list.set-shelf': no,
  // Deleting several has its own question: a press on a question about fewer doesn't approve more.
  'list.delete': ({ conversationIds }) => ({
    ...needs('destroys', 'in-place'),
    place: deletionPlaceForSeveral(conversationIds)
  }),

  // The user chooses where in a system dialog.
  'archive.export': needs('sends', 'press'),
  // Imported text counts as text of the file: it permits nothing.
  'archive.import': needs('reveals', 'press'),
  'archive.stop-import': no,
  'archive.to-markdown': no,

  // Files wait on this computer. The press that sends the message approves them.
  'file.add': no,
  'file.show': no,
  'file.remove': no,

  // Drawn on this computer, by a page without network access.
  'diagram.draw': no,
  'spelling.check': no,
  // The user chooses what to do in a menu that main draws.
  'spelling.offer': no,
  'spelling.read': no,

  'tool.search': no,
  'tool.read': no,
  'tool.check-arguments': no,

  // The page reads what a trusted server offers while the user types and navigates, several times per press.
  'resource.list': no,
  'resource.read': needs('sends', 'present'),
  'resource.follow': ({ isFollowed }) => (isFollowed ? needs('sends', 'present') : no),
  'resource.expand-template': no,
  'prompt.list': no,
  'prompt.get': needs('sends', 'present'),
  'completion.complete': needs('sends', 'present'),

  // The search text goes to the trusted registry. A page without a user can't send it.
  'directory.read': ({ source }) => (source === 'registry' ? needs('sends', 'present') : no),
  'directory.versions': ({ source }) => (source === 'registry' ? needs('sends', 'present') : no),
  // Shows the bundle and sends nothing.
  'directory.get-bundle': no,
  'directory.installed': no,
  // A different version is a different program: it asks for trust again.
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
  // The entry changes, so it asks for trust again.
  'server.contain': ({ isContained }) => needs(isContained ? 'runs' : 'weakens', 'press'),
  // Sends a request to the registry. The downloaded package asks for trust separately.
  'server.update-package': needs('sends', 'press'),
  'server.forget-host': no,
  'server.read-doings': no,
  'server.clear-doings': no,
  'server.read-home': no,
  'server.clear-home': ({ serverName }) => ({
    ...needs('destroys', 'seen'),
    place: clearingPlace(serverName)
  }),
  // The entry changes, so it asks for trust again. The press approves writing the file.
  'server.allow-place': needs('runs', 'press'),
  'server.read-entry': no,
  'server.write-link': no,
  // A new entry does nothing before it is trusted, and settings in it that lower protection wait for approval. Changing
  // a trusted entry replaces what the user knows.
  'server.save-entry': ({ previousName }) => (previousName === null ? no : needs('weakens', 'press')),
  'server.save-form': ({ previousName, form }) => {
    const values = form.kind === 'program' ? form.env : form.headers
    if (values.some(({ secret }) => secret !== null)) return needs('sends', 'press')
    return previousName === null ? no : needs('weakens', 'press')
  },
  'server.paste': no,
  // Reads the files of other apps only when the user wants it. Their keys don't reach the page.
  'server.find-others': needs('reveals', 'press'),
  // Keys in other apps' files become secrets of the imported servers.
  'server.import': needs('sends', 'press'),
  'server.remove': ({ serverName }) => ({ ...needs('destroys', 'seen'), place: removalPlace(serverName) }),
  // The user chooses the file in a system dialog.
  'bundle.choose': needs('reveals', 'press'),
  // Writes the bundle's files and puts secrets into the vault. Its server waits for trust.
  'bundle.install': ({ id }) => ({ ...needs('permits', 'in-place'), place: bundlePlace(id) }),
  // Text from a link becomes an entry, which waits for trust. Secrets that the user typed go into the vault.
  'adding.add-link': ({ id }) => ({ ...needs('permits', 'in-place'), place: serverLinkPlace(id) }),
  // Sends a request to an address that the link names.
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
  // These restart a running server.
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
  // Reads from a folder that the server may read anyway, only while the user is present.
  'consent.read-target': needs('reveals', 'present'),
  'consent.revoke-grant': no,
  'consent.revoke-grants': no,
  'consent.revoke-flow': no,
  'consent.export-pins': no,
  // Grants nothing: Parley asks about a tool that differs.
  'consent.import-pins': no,
  'consent.revoke-trust': no,
  'consent.revoke-destination': no,
  // The host asks again.
  'consent.forget-refused-host': no,

  'sampling.set-rule': needs('permits', 'press'),
  'sampling.stop': no,
  'exchange.stop': no,
  'exchange.dismiss': no,

  'ledger.search': no,
  'ledger.verify': no,
  // The user chooses where in a system dialog.
  'ledger.export': no,
  // Asks before anything is sent.
  'ledger.ask-collector': no,
  'ledger.set-endpoint': ({ endpoint }) => (endpoint === null ? no : needs('sends', 'press')),

  'settings.set': ({ values }) => weakening(simpleSettings, values),
  'settings.set-roots': needs('permits', 'press'),
  'settings.choose-root': needs('permits', 'press'),
  // Declining restores the earlier values, which weakens nothing.
  'settings.answer-held': ({ id, isUsed }) => (isUsed ? { ...needs('weakens', 'in-place'), place: id } : no),
  'settings.open-file': needs('opens', 'press'),
  'log.read': no,
  'log.files': no,
  // Opens Parley's own log folder. The page can't name another one.
  'log.open-folder': needs('opens', 'press'),
  'model.find-local': no,
  'model.program-of': no,
  'model.pull': needs('sends', 'press'),
  'model.stop-pull': no,
  'model.add-provider': needs('sends', 'press'),
  'model.remove-provider': no,
  'model.set-key': needs('sends', 'press'),
  'model.forget-key': no,
  // A lower price, or a first one, lets servers spend more.
  'model.set-price': ({ price }) => (price === null ? no : needs('weakens', 'press')),
  'model.open-table': needs('opens', 'press'),
  'model.refresh': no,
  'usage.read': no,
  'usage.of-conversation': no,

  // Otherwise a page could cover the screen with windows.
  'window.open': needs('opens', 'press'),
  'window.show-quick': ({ isShown }) => (isShown ? needs('opens', 'press') : no),
  'window.show-conversation': needs('opens', 'press'),
  'window.act': needs('opens', 'press'),
  'window.zoom': no
}

/** The approval that a call with this input needs, or null. Expects a parsed input. */
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
