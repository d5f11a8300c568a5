import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callChannel, eventChannel } from './bridge/bridge'
import type { AnyCallRow } from './approval/call-row'
import { calls, type CallName } from './bridge/calls'
import { events } from './bridge/events'
import { failureCodes } from './failure'

const names = Object.keys(calls) as CallName[]

describe('calls', () => {
  it.each(names)('%s rejects unknown keys and missing input', (name) => {
    const { input } = calls[name]
    expect(input.safeParse({ unheardOf: true }).success).toBe(false)
    expect(input.safeParse(undefined).success).toBe(false)
    expect(input.safeParse('text').success).toBe(false)
  })

  it('rejects wrong types where the window chooses an address, a command or a name', () => {
    expect(calls['link.open'].input.safeParse({ url: 7 }).success).toBe(false)
    expect(calls['server.control'].input.safeParse({ serverName: '', act: 'start' }).success).toBe(false)
    expect(
      calls['conversation.read'].input.safeParse({ conversationId: 'c', lastId: null, limit: 0 }).success
    ).toBe(false)
    const stray = { questionId: 'q', answer: { type: 'tool-call', decision: 'trust' } }
    expect(calls['consent.answer'].input.safeParse(stray).success).toBe(false)
  })
})

describe('row of a call', () => {
  it('needs an approval to compile', () => {
    // @ts-expect-error a row without an approval
    const silent = { input: z.strictObject({}), output: z.null() } satisfies AnyCallRow
    const row = { ...silent, approval: null } satisfies AnyCallRow
    expect(row.approval).toBeNull()
  })
})

// The surface between window and host: extending it is a deliberate decision.
describe('surface', () => {
  it('has exactly these calls', () => {
    expect(names.sort()).toEqual(
      [
        'messages.find messages.locate messages.complete-filter messages.read messages.export',
        'messages.check messages.list-methods messages.send messages.stop',
        'replay.open replay.add-recording replay.run replay.stop replay.close',
        'difference.list-sides difference.keep difference.choose-file difference.read-entry difference.read-card difference.read-published difference.read',
        'conformance.read conformance.run conformance.save conformance.stop',
        'app.snapshot app.finish-welcome app.open-newest app.conversation-shown app.copy-text app.copy-image app.licences app.choose-folder app.drop-folders app.save-file link.judge link.open',
        'conversation.create conversation.read conversation.rename conversation.delete conversation.search',
        'conversation.set-folders conversation.set-model conversation.send conversation.stop conversation.retry conversation.continue',
        'conversation.find conversation.read-result conversation.edit conversation.regenerate conversation.show-branch conversation.delete-message',
        'conversation.cancel-tool-call conversation.keep-waiting conversation.set-choices assistant.save assistant.remove',
        'context.read context.list-sent context.read-parts context.read-part context.read-sent context.set-part context.summarize context.set-summary',
        'queue.send queue.take queue.remove',
        'draft.keep folder.save folder.remove folder.move-conversations folder.set-place',
        'archive.export archive.import archive.stop-import archive.to-markdown',
        'file.add file.show file.remove diagram.draw view.prepare view.open view.close view.forget-context view.inspect view.show view.open-inspected view.change-context view.send-step view.call-tool view.list-traces view.read-trace preview.open preview.replace preview.close preview.open-in-browser spelling.check spelling.offer spelling.read',
        'tool.search tool.read tool.check-arguments',
        'test.add test.check test.read test.run test.save test.stop test.write',
        'resource.list resource.read resource.follow resource.expand-template prompt.list prompt.get completion.complete',
        'server.control server.read server.refresh-tools sandbox.read sandbox.set server.update-package server.allow-folder server.clear',
        'server.cancel-diagnosis server.diagnose log.read log.measure health.read health.export',
        'recording.start recording.stop recording.read recording.save recording.add recording.discard',
        'directory.read directory.read-versions directory.list-installed directory.get-bundle directory.update',
        'bundle.choose bundle.install adding.add-link adding.add-recording adding.download adding.read adding.close',
        'server.save-entry server.paste other-apps.find other-apps.import server.remove server.set-options server.set-tools icon.read',
        'server.set-secret account.act account.test',
        'consent.answer consent.stop consent.check-content consent.revoke',
        'lock-file.export lock-file.import consent.read-target consent.answer-suggestion',
        'settings.set settings.set-roots settings.answer-waiting-change app.open-file',
        'sampling.set-rule sampling.stop exchange.control ledger.search ledger.verify ledger.export ledger.set-endpoint ledger.ask-collector',
        'model.find-local model.add-provider model.remove-provider model.set-key model.set-price usage.read usage.read-conversation model.find-program model.pull model.stop-pull model.refresh',
        'window.show-quick window.show-conversation window.show-server window.zoom window.act'
      ]
        .flatMap((line) => line.split(' '))
        .sort()
    )
  })

  it('has exactly these events', () => {
    expect(Object.keys(events).sort()).toEqual(
      [
        'conversation.changed conversation.removed message.changed message.removed branch.shown text.appended tool-call.progressed view.changed view.context-changed view.messaged view.traced preview.changed queue.changed test.run-changed conformance.changed',
        'server.changed server.removed messages.changed resources.changed resource.updated prompts.changed questions.changed consent.changed settings.changed models.changed assistants.changed folders.changed',
        'adding.changed import.changed notice.raised menu.chosen notification.pressed paths.dropped accounts.changed exchanges.changed collector.changed recordings.changed'
      ]
        .flatMap((line) => line.split(' '))
        .sort()
    )
  })

  it('uses two channels', () => {
    expect([callChannel, eventChannel]).toEqual(['parley:call', 'parley:event'])
  })

  it('SDK-09: documents every failure code', () => {
    for (const meaning of Object.values(failureCodes)) expect(meaning).toMatch(/\.$/)
  })
})
