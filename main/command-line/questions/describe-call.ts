/**
 * Questions as a terminal shows them, with everything that the window shows. Text of others is marked and set apart.
 */
import { limitKeys } from '../../../app/contract/consent/sandbox-limits'
import { isFetchedApart } from '../../../app/contract/consent/unsandboxable'
import type {
  ToolCallQuestion,
  ServerTrustQuestion,
  TestJudgesQuestion
} from '../../../app/contract/questions/questions'
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import type { PackagePin, ProgramFile, ServerAct, ShownValue } from '../../../app/contract/server-act'
import type { LocalizedText, Warning } from '../../../app/contract/localized-text'
import { sizeText } from '../../../app/contract/content/amounts'
import { shownLanguage } from '../../../app/texts/translated'
import { toText } from '../../../app/texts/render-localized'
import { consent } from '../../../app/texts/compiled/window/consent'
import { terminalBlock, terminalJson, terminalLine } from '../terminal/terminal-text'

/** `sandbox`: of this system. What it doesn't limit, or what to use instead, is part of the question. */
export function describeTrust(question: ServerTrustQuestion, sandbox: SandboxView | null): string {
  const { act, previous, warnings, serverName } = question
  const changed = previous === null ? 'no' : 'yes'
  return paragraphs([
    consent.trustTitle({ server: terminalLine(serverName) }),
    startWords(act, changed),
    actWords(act),
    previous === null ? null : `${consent.changedSinceTrust()}:\n${indented(actWords(previous))}`,
    adviceWords(act, sandbox),
    warningWords(warnings)
  ])
}

function adviceWords({ transport, containment }: ServerAct, sandbox: SandboxView | null): string | null {
  if (transport !== 'stdio' || sandbox === null || sandbox.advice === null) return null
  // The limits of a sandbox say nothing about a server without one.
  return sandbox.canContain && containment === undefined ? null : words(sandbox.advice)
}

function startWords({ transport, containment }: ServerAct, changed: 'yes' | 'no'): string {
  if (transport !== 'stdio') return consent.trustAddress({ changed })
  return containment === undefined ? consent.trustProgram({ changed }) : consent.trustContained({ changed })
}

export function describeCall(question: ToolCallQuestion): string {
  const { serverName, toolName, toolTitle, toolDescription, previousDefinition, note } = question
  const names = { tool: terminalLine(toolName), server: terminalLine(serverName) }
  const before = previousDefinition
  return paragraphs([
    consent.callTitle(names),
    consent.askedByYou(),
    note === null ? null : words(note),
    effectWords(question),
    fact(consent.arguments(), terminalBlock(terminalJson(question.arguments))),
    fact(consent.saysOfTool(names), terminalBlock([toolTitle, toolDescription].filter(Boolean).join('\n'))),
    before === undefined ? null : fact(consent.changedInTool(), terminalBlock(terminalJson(before))),
    warningWords([...(question.warnings ?? [])]),
    (question.flows ?? []).length === 0
      ? null
      : fact(
          consent.textFromElsewhere(),
          (question.flows ?? []).map(({ excerpt }) => terminalBlock(excerpt)).join('\n')
        )
  ])
}

export function describeJudges({ serverName, judges }: TestJudgesQuestion): string {
  return paragraphs([
    consent.judgesTitle({ count: judges.length, server: terminalLine(serverName) }),
    consent.judgesNote(),
    ...judges.flatMap(({ model, address, tests }) => [
      fact(consent.judgedBy({ model: terminalLine(model) }), terminalBlock(address)),
      ...tests.map(({ name, criteria }) =>
        fact(consent.criteriaOf({ test: terminalLine(name) }), terminalBlock(criteria))
      )
    ])
  ])
}

function effectWords({ effect }: ToolCallQuestion): string {
  switch (effect) {
    case 'read-only':
      return consent.effectReadOnly()
    case 'adds':
      return consent.effectAdds()
    case 'destructive':
      return consent.effectDestructive()
    case 'doubtful':
      return consent.effectDoubtful()
    case 'unknown':
      return consent.effectUnknown()
  }
}

function actWords(act: ServerAct): string {
  const { url, command, args, cwd, packages = [], files = [] } = act
  const lines = [
    url === null ? null : fact(consent.address(), terminalBlock(url)),
    listed(consent.headersSent(), shown(act.headers, act.headerNames)),
    listed(consent.signInWith(), (act.oauth ?? []).map(assignment)),
    command === null ? null : fact(consent.command(), terminalBlock(command)),
    listed(consent.arguments(), numbered(args)),
    cwd === null ? null : fact(consent.folder(), terminalBlock(cwd)),
    listed(consent.environment(), shown(act.environment, act.environmentNames)),
    act.transport === 'stdio' && act.containment === undefined ? consent.notContained() : null,
    act.containment === undefined ? null : `${consent.contained()}\n${consent.privateFolder()}`,
    listed(consent.mayRead(), act.containment?.read ?? []),
    listed(consent.mayWrite(), act.containment?.write ?? []),
    listed(consent.mayReach(), act.containment?.hosts ?? []),
    listed(consent.mayListen(), (act.containment?.listens ?? []).map(String)),
    act.containment?.installScripts === true ? consent.mayInstall() : null,
    listed(
      consent.masked(),
      Object.entries(act.containment?.masked ?? {}).map(([name, hosts]) => `${name}: ${hosts.join(', ')}`)
    ),
    listed(consent.limits(), limitLines(act.containment)),
    listed(
      consent.packages(),
      packages.map((pin) => pinWords(pin, act.containment !== undefined))
    ),
    listed(consent.filesRun(), files.map(fileWords))
  ]
  return lines.filter((line) => line !== null).join('\n')
}

function limitLines(containment: ServerAct['containment']): readonly string[] {
  const words = {
    memoryMb: consent.limitMemory,
    processes: consent.limitProcesses,
    cpuPercent: consent.limitProcessor,
    homeMb: consent.limitHome
  }
  return limitKeys.flatMap((key) => {
    const count = containment?.[key]
    return count === undefined ? [] : [words[key]({ count })]
  })
}

/** Earlier releases stored only the names of an approval. */
function shown(values: readonly ShownValue[] | undefined, names: readonly string[]): readonly string[] {
  return values === undefined ? names : values.map(assignment)
}

function assignment({ name, value }: ShownValue): string {
  return `${name}=${value}`
}

function numbered(texts: readonly string[]): readonly string[] {
  return texts.map((text, at) => `${at + 1}. ${text}`)
}

function pinWords({ runner, name, isFixed, version }: PackagePin, isContained: boolean): string {
  if (isFixed && version !== null) return consent.packageFixed({ name, version })
  return isContained && isFetchedApart(runner)
    ? consent.packageKept({ name })
    : consent.packageLoose({ name, runner })
}

function fileWords({ path, size, hash }: ProgramFile): string {
  const bytes = sizeText(size, shownLanguage())
  const facts =
    hash === null
      ? consent.fileUnread({ size: bytes })
      : consent.fileFacts({ size: bytes, hash: hash.slice(0, 16) })
  return `${path} ${facts}`
}

function listed(label: string, texts: readonly string[]): string | null {
  if (texts.length === 0) return null
  return fact(label, texts.map((text) => terminalBlock(terminalLine(text))).join('\n'))
}

function fact(label: string, block: string): string {
  return `${label}:\n${block}`
}

function warningWords(warnings: readonly Warning[]): string | null {
  return warnings.length === 0
    ? null
    : fact(
        consent.warnings(),
        warnings.map((warning) => `${warning.level === 'danger' ? '!' : '-'} ${words(warning)}`).join('\n')
      )
}

/** Parley's own text, which may contain names that others chose. */
function words(text: LocalizedText): string {
  return terminalLine(toText(text))
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}

function paragraphs(parts: readonly (string | null)[]): string {
  return `\n${parts.filter((part) => part !== null).join('\n')}\n`
}
