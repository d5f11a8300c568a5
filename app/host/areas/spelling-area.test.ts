import { expect, it } from 'vitest'
import { spellingCalls } from '../../contract/bridge/spelling-calls'
import type { Settings } from '../../settings/store/settings-store'
import type { HostPorts } from './host-ports'
import { createHostSpelling } from './spelling-area'

it('leaves spelling to a system that checks it, and says so in the settings', async () => {
  const spelling = createHostSpelling({ spelling: null } as HostPorts, {} as Settings, {
    servers: { list: () => [] } as never,
    tell: () => {}
  })
  const view = spellingCalls['spelling.read'].output.parse(await spelling.read())
  expect(view).toMatchObject({ isSystems: true, dictionaries: [], problems: [], missing: [] })
  expect(await spelling.check(['wrnog'])).toEqual([])
  expect(await spelling.suggest('wrnog')).toEqual([])
})
