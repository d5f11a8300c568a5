/** A process that opens the history file, migrates it, and reports that. */
import { writeSync } from 'node:fs'
import { openHistoryFile } from '../open-history-file'

const { database } = await openHistoryFile(process.argv[2] as string, Date.now)
database.close()
writeSync(1, 'opened')
