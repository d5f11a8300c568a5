/** What one server is told of Parley. */
import { z } from 'zod'
import { serverSetting, setting } from './setting-descriptor'

const onlyTold = { never: 'It is what the server is told, and opens nothing.' }

export const toldSettings = {
  clientName: serverSetting(
    'clientName',
    setting(z.string().min(1).max(100), null, {
      about:
        'What Parley calls itself to the server, for who tries how it treats other programs. Without it "Parley". Counts from the next start.',
      weakens: onlyTold
    })
  ),
  clientVersion: serverSetting(
    'clientVersion',
    setting(z.string().min(1).max(100), null, {
      about: 'The version that goes with that name. Without it that of Parley. Counts from the next start.',
      weakens: onlyTold
    })
  ),
  announcesFolders: serverSetting(
    'announceFolders',
    setting(z.boolean(), true, {
      about:
        'Whether the server is told when the folders that it may know of change; it can ask for them either way. Counts from the next start.',
      weakens: onlyTold
    })
  )
} as const
