/** A process that records until it is ended, and prints the number of durable entries whenever it grows. */
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { toEnglish } from '../../texts/render-localized'
import { silentLogger } from '../../base/logger'
import { schedule } from '../../base/schedule'
import { openHistoryFile } from '../../history/open-history-file'
import { createStore } from '../../history/history-store'
import { createLedger } from '../activity-ledger'

const store = createStore(await openHistoryFile(process.argv[2] as string, Date.now))
const ledger = createLedger({
  history: {
    appendLedger: async (entries) => store.appendLedger(entries),
    readLedgerEnd: async () => store.readLedgerEnd(),
    readNotedLedgerEnd: async () => store.readNotedLedgerEnd(),
    searchLedger: async (query) => store.searchLedger(query),
    readLedger: async (after, limit) => store.readLedger(after, limit)
  },
  endNote: { read: async () => null, write: async () => {} },
  redact: (text) => text,
  onKept: () => {},
  schedule,
  now: Date.now,
  newId: randomUUID,
  alert: (text) => {
    throw new Error(toEnglish(text))
  },
  log: silentLogger
})
for (;;) {
  for (let count = 0; count < 20; count += 1)
    ledger.record({
      recipientType: 'server',
      recipient: 'files',
      kind: 'tool call',
      subject: 'write_file',
      conversationId: null,
      messageId: null,
      callId: null,
      decision: { by: 'person', detail: null },
      content: 'text '.repeat(100)
    })
  await ledger.flush()
  writeSync(1, `${store.readLedgerEnd()?.position}\n`)
}
