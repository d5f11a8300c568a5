/** A process that saves messages until it is stopped and prints the number of each one when it is acknowledged. */
import { writeSync } from 'node:fs'
import { openHistoryFile } from '../open'
import { createStore } from '../history-store'
import { createStoredConversation, createStoredMessage } from './samples'

const store = createStore(await openHistoryFile(process.argv[2] as string, Date.now))
store.saveConversation(createStoredConversation('c'))
for (let number = 1; ; number++) {
  store.saveMessage(createStoredMessage('c', number, `text ${number} `.repeat(50)))
  writeSync(1, `${number}\n`)
}
