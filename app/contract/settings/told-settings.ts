/** Settings that one server receives about Parley. */
import { z } from 'zod'
import { serverSetting, setting } from './setting-descriptor'

const onlyTold = { never: 'It only changes what the server learns about Parley.' }

export const toldSettings = {
  clientName: serverSetting(
    'clientName',
    setting(z.string().min(1).max(100), null, {
      about:
        'The client name that Parley sends to the server, to test how it treats other apps. Not set: "Parley". Applies from the next start.',
      weakens: onlyTold
    })
  ),
  clientVersion: serverSetting(
    'clientVersion',
    setting(z.string().min(1).max(100), null, {
      about:
        'The client version that goes with that name. Not set: the version of Parley. Applies from the next start.',
      weakens: onlyTold
    })
  ),
  announcesFolders: serverSetting(
    'announceFolders',
    setting(z.boolean(), true, {
      about:
        'Whether Parley notifies the server when its roots change. The server can always ask for them. Applies from the next start.',
      weakens: onlyTold
    })
  )
} as const
