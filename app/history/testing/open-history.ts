/** A process that opens the history's file, bringing it to the present format, and says so. */
import { writeSync } from 'node:fs'
import { openHistoryFile } from '../open'

const { database } = await openHistoryFile(process.argv[2] as string, Date.now)
database.close()
writeSync(1, 'opened')
