/** A process that saves messages without end and prints the position of each one once it is acknowledged. */
import { writeSync } from 'node:fs'
import { openHistoryFile } from '../open'
import { createStore } from '../store'
import { sampleConversation, sampleMessage } from './samples'

const { database, notice } = await openHistoryFile(process.argv[2] as string, Date.now)
const store = createStore(database, notice)
store.saveConversation(sampleConversation('c'))
for (let position = 1; ; position++) {
  store.saveMessage(sampleMessage('c', position, `text ${position} `.repeat(50)))
  writeSync(1, `${position}\n`)
}
