import { expect, it } from 'vitest'
import { describeImportRules } from './layers.mjs'

const page = `
| Folder | Owns | May import |
|---|---|---|
| \`app/base\`, \`app/mcp\` | texts | contract |
| \`app/ledger\` | records | contract, base, models (interface, model) |
| \`main\` | Electron | host, mcp (interface, gateway/gateway) |
| \`renderer/ui\` | design | contract; \`base\` ← \`controls\` ← \`forms\` |

**Inside \`app/mcp\`**, each folder imports only those after it: \`gateway\` → \`transports/http\` → \`protocol\`. All may import the
root. \`gateway\` may import \`app/sandbox\`. More.
`

function targetsOf(from) {
  const { overrides } = JSON.parse(describeImportRules(page))
  const policies = overrides.flatMap(({ rules }) => rules['boundaries/dependencies'][1].policies)
  return policies
    .filter(({ from: { element }, allow }) => allow && JSON.stringify(element) === JSON.stringify(from))
    .flatMap(({ allow }) => allow.map(({ to }) => to.element))
}

const area = (name) => ({ type: 'area', captured: { name } })
const mcpRoom = (name) => ({ type: 'mcp-room', captured: { name } })
const room = (name) => ({ type: 'room', captured: { folder: 'ui', name } })

it('allows an area what its row says, and only the named files of another', () => {
  expect(targetsOf(area('ledger'))).toEqual([
    { type: 'contract' },
    area('base'),
    { ...area('models'), fileInternalPath: '{interface,model}.ts' }
  ])
  expect(targetsOf({ type: 'main' })).toEqual([
    { type: 'core' },
    { ...area('mcp'), fileInternalPath: 'interface.ts' },
    { ...mcpRoom('gateway'), fileInternalPath: 'gateway.ts' }
  ])
})

it('gives the files of a folder no policies of other folders', () => {
  const { overrides } = JSON.parse(describeImportRules(page))
  const { rules } = overrides.findLast(({ files }) => files[0] === 'app/ledger/**')
  const names = rules['boundaries/dependencies'][1].policies.map(({ from }) => from.element.captured?.name)
  expect(new Set(names)).toEqual(new Set([undefined, 'base', 'ledger']))
})

it('allows the folders of app/mcp those after them', () => {
  expect(targetsOf(mcpRoom('gateway'))).toEqual([area('sandbox'), mcpRoom('{http,protocol}')])
  expect(targetsOf(mcpRoom('protocol'))).toEqual([])
})

it('allows a folder to import those before its arrow', () => {
  expect(targetsOf(room('forms'))).toEqual([room('{base,controls}')])
  expect(targetsOf(room('base'))).toEqual([])
})

it('refuses a page without the table', () => {
  expect(() => describeImportRules('# Architecture')).toThrow('no table of layers')
})
