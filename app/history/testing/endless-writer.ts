/** A process that saves messages until it is ended, and prints the number of each saved one. */
import { writeSync } from 'node:fs'
import { openHistoryFile } from '../open-history-file'
import { createStore } from '../history-store'
import { createStoredConversation, createStoredMessage } from './samples'

const store = createStore(await openHistoryFile(process.argv[2] as string, Date.now))
store.saveConversation(createStoredConversation('c'))
for (let number = 1; ; number++) {
  store.saveMessage(createStoredMessage('c', number, `text ${number} `.repeat(50)))
  writeSync(1, `${number}\n`)
}
