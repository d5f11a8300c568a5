/** The report on other apps as Markdown, for an issue or a README. */
import type { HostReport, HostVerdict } from '../../../app/contract/workbench/host-report'
import { toText } from '../../../app/texts/localized'
import { otherApps as texts } from '../../../app/texts/compiled/window/otherApps'

export interface DescribedLoss {
  readonly text: string
  readonly address: string
  readonly day: string
}

export function describeLosses({ losses, exceeded }: HostVerdict): readonly DescribedLoss[] {
  return [
    ...losses.map(({ feature, support, source }) => {
      const name = texts.feature({ feature })
      return { ...source, text: support === 'no' ? name : texts.partly({ feature: name }) }
    }),
    ...exceeded.map(({ limit, allowed, count, tools, source }) => {
      const named = tools.slice(0, 5).join(', ')
      const more = count - Math.min(5, tools.length)
      const list = more > 0 ? texts.andMore({ tools: named, count: more }) : named
      return { ...source, text: `${texts.exceeded({ limit, allowed, count })} (${list})` }
    })
  ]
}

export function describeUnknown({ unknown }: HostVerdict): string | null {
  if (unknown.length === 0) return null
  return texts.unknown({ features: unknown.map((feature) => texts.feature({ feature })).join(', ') })
}

export function toMarkdown(serverName: string, report: HostReport): string {
  const rows = report.hosts.map((host) => {
    const losses = describeLosses(host).map(
      ({ text, address, day }) => `${cell(text)} ([${day}](${address}))`
    )
    const unknown = describeUnknown(host)
    const parts = [
      ...(losses.length === 0 ? [texts.nothingLost()] : losses),
      ...(unknown === null ? [] : [unknown])
    ]
    return `| ${cell(host.name)} | ${parts.join('<br>')} |`
  })
  const forms = report.forms.map(({ title, tokens, refused, above }) =>
    [
      `- ${title}: ${texts.formCost({ tokens })}`,
      ...refused.map(({ tool, reason }) => `  - ${texts.refused({ tool, reason: toText(reason) })}`),
      ...(above > 0 ? [`  - ${texts.above({ count: above })}`] : [])
    ].join('\n')
  )
  return [
    `## ${texts.sectionOf({ name: cell(serverName) })}`,
    '',
    `| ${texts.app()} | ${texts.lost()} |`,
    '|---|---|',
    ...rows,
    '',
    `${texts.forms()}. ${texts.formsNote()}`,
    '',
    ...forms,
    ''
  ].join('\n')
}

/** Names of tools come from servers. */
function cell(text: string): string {
  return text.replaceAll(/[\\|<>[\]`*_]/g, (mark) => `\\${mark}`).replaceAll(/[\r\n]+/g, ' ')
}
