/** Section `In other apps`: what other apps would leave out of a server, and why. */
import type { ServerView } from '../../../app/contract/servers'
import type { FormCost, HostReport, HostVerdict } from '../../../app/contract/workbench/host-report'
import { toText } from '../../../app/texts/localized'
import { otherApps as texts } from '../../../app/texts/compiled/window/otherApps'
import { readServer } from '../../bridge/call'
import { useRead } from '../../bridge/use-read'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { FailureText } from '../../ui/controls/failure-text'
import { CopyButton } from '../../ui/untrusted/code-block'
import { Link } from '../../ui/untrusted/link'
import commonStyles from '../../parts/common.module.css'
import { describeLosses, describeUnknown, toMarkdown } from './other-apps-markdown'
import partStyles from '../status/server-parts.module.css'
import styles from './health.module.css'

/** A region named `‹server› in other apps`. */
export function OtherAppsSection({ server }: { readonly server: ServerView }) {
  const { name, state, counts, offeredTools } = server
  const { value, failure } = useRead({
    key: JSON.stringify([name]),
    read: () => readServer(name, 'other-apps'),
    freshness: `${state} ${counts.calls} ${offeredTools.count} ${offeredTools.tokens}`,
    pauseMs: 300
  })
  return (
    <section className={commonStyles.stack2} aria-label={plainWithMarks(texts.sectionOf({ name }))}>
      <div className={styles.head}>
        <h3 className={partStyles.inspectHeading}>{texts.title()}</h3>
        {value !== null && <CopyButton text={() => toMarkdown(name, value)} label={texts.copy()} />}
      </div>
      <p className={commonStyles.note}>{texts.note()}</p>
      <FailureText text={failure} />
      {value !== null && <Report report={value} />}
    </section>
  )
}

function Report({ report: { hosts, forms } }: { readonly report: HostReport }) {
  return (
    <>
      <div className={styles.scroller} tabIndex={0} role="group" aria-label={texts.title()}>
        <table className={styles.hosts} aria-label={texts.title()}>
          <thead>
            <tr>
              <th scope="col">{texts.app()}</th>
              <th scope="col">{texts.lost()}</th>
            </tr>
          </thead>
          <tbody>
            {hosts.map((host) => (
              <HostRow key={host.name} host={host} />
            ))}
          </tbody>
        </table>
      </div>
      <h4 className={styles.chartTitle}>{texts.forms()}</h4>
      <p className={commonStyles.note}>{texts.formsNote()}</p>
      <dl className={styles.figures}>
        {forms.map((form) => (
          <FormFigure key={form.title} cost={form} />
        ))}
      </dl>
    </>
  )
}

function HostRow({ host }: { readonly host: HostVerdict }) {
  const losses = describeLosses(host)
  const unknown = describeUnknown(host)
  return (
    <tr>
      <th scope="row">{host.name}</th>
      <td>
        {losses.length === 0 && <p>{texts.nothingLost()}</p>}
        {losses.map(({ text, address, day }) => (
          <p key={text}>
            <VisibleText text={text} /> <Link address={address}>{day}</Link>
          </p>
        ))}
        {unknown !== null && <p className={commonStyles.smallNote}>{unknown}</p>}
      </td>
    </tr>
  )
}

function FormFigure({ cost: { title, tokens, refused, above } }: { readonly cost: FormCost }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <p>{texts.formCost({ tokens })}</p>
        {refused.map(({ tool, reason }) => (
          <p key={tool} className={commonStyles.smallNote}>
            <VisibleText text={texts.refused({ tool, reason: toText(reason) })} />
          </p>
        ))}
        {above > 0 && <p className={commonStyles.smallNote}>{texts.above({ count: above })}</p>}
      </dd>
    </div>
  )
}
