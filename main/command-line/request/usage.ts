/** The usage of each command. The user replaces the names in capitals. */
import { say, toText } from '../../../app/texts/render-localized'

export const usageText = {
  servers: 'parley servers [SERVER]',
  call: 'parley call SERVER TOOL [JSON]',
  read: 'parley read SERVER URI',
  prompt: 'parley prompt SERVER NAME [JSON]',
  complete: 'parley complete SERVER prompt|resource NAME ARGUMENT VALUE [JSON]',
  inspect: 'parley inspect SERVER',
  doctor: 'parley doctor SERVER',
  logs: 'parley logs SERVER',
  test: 'parley test DIR|FILE',
  conformance: 'parley conformance SERVER',
  'verify-ledger': 'parley verify-ledger',
  play: 'parley play FILE [SERVER]',
  replay: 'parley replay FILE',
  diff: 'parley diff A B',
  'self-test': 'parley self-test'
} as const

export function helpText(): string {
  const rows = [
    [usageText.servers, toText(say('cli.helpServers'))],
    [usageText.call, toText(say('cli.helpCall'))],
    [usageText.read, toText(say('cli.helpRead'))],
    [usageText.prompt, toText(say('cli.helpPrompt'))],
    [usageText.complete, toText(say('cli.helpComplete'))],
    [usageText.inspect, toText(say('cli.helpInspect'))],
    [usageText.doctor, toText(say('cli.helpDoctor'))],
    [usageText.logs, toText(say('cli.helpLogs'))],
    [usageText.test, toText(say('cli.helpTest'))],
    [usageText.conformance, toText(say('cli.helpConformance'))],
    [usageText['verify-ledger'], toText(say('cli.helpVerify'))],
    [usageText.play, toText(say('cli.helpPlay'))],
    [usageText.replay, toText(say('cli.helpReplay'))],
    [usageText.diff, toText(say('cli.helpDiff'))],
    [usageText['self-test'], toText(say('cli.helpSelfTest'))]
  ]
  const options = [
    ['--data-dir=DIR', toText(say('cli.helpDataDir'))],
    ['--settings=FILE', toText(say('cli.helpSettings'))],
    ['--json', toText(say('cli.helpJson'))],
    ['--yes', toText(say('cli.helpYes'))],
    ['--accept-changes', toText(say('cli.helpChanges'))],
    ['--exact', toText(say('cli.helpExact'))],
    ['--server=NAME, --model=NAME, --junit=FILE', toText(say('cli.helpTestOptions'))],
    ['--scenario=NAME', toText(say('cli.helpScenario'))],
    ['--model PROVIDER/MODEL, --server NAME=ENTRY', toText(say('cli.helpReplaced'))],
    ['--env NAME=VALUE, --cwd DIR, --header NAME:VALUE', toText(say('cli.helpEntry'))]
  ]
  const lines = (table: readonly (readonly string[])[]) =>
    table.map(([form = '', meaning = '']) => `  ${form}\n      ${meaning}`)
  return [
    ...lines(rows),
    '',
    `  ${toText(say('cli.helpElsewhere'))}`,
    '      parley call TOOL JSON -- COMMAND ARGS…',
    '      parley call -- COMMAND ARGS… -- TOOL JSON',
    '      parley call https://ADDRESS TOOL JSON',
    '',
    ...lines(options),
    '',
    `  ${toText(say('cli.helpExitCodes'))}`,
    ''
  ].join('\n')
}
