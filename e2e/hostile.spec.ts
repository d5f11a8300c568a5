/**
 * Cases of a hostile corpus in the real window, one test each: `npm run test:hostile -- --corpus DIR --window` names
 * it. Without a corpus there is nothing to test here.
 */
import { driveContent } from './hostile/content-case'
import { wantedCases } from './hostile/corpus'
import { driveServer } from './hostile/server-case'
import { driveSettings } from './hostile/settings-case'
import { test } from './test'

test.describe.configure({ timeout: 600_000 })

for (const item of wantedCases())
  test(item.id, async ({ workspace, start, startModel }) => {
    if (item.group === 'pages') await driveContent({ item, workspace, start, startModel })
    else if (item.transport === 'settings file') await driveSettings({ item, workspace, start })
    else await driveServer({ item, workspace, start })
  })
