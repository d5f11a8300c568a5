/** The version of Parley, where it stores data, and who publishes it. */
import { product } from '../../../app/contract/product'
import { useProjection } from '../../state/projection'
import { Dialog } from '../../ui/controls/dialog'
import { formatDay } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { electronSupport, isOutOfSupport } from './electron-support'
import { Licences } from './licences'
import commonStyles from '../../parts/common.module.css'
import styles from './about-dialog.module.css'
import { shell } from '../../../app/texts/compiled/window/shell'

export function AboutDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const app = useProjection((state) => state.app)
  const facts: readonly (readonly [string, string])[] = [
    [shell.version(), app.version],
    [shell.electron(), app.electronVersion],
    ...(isOutOfSupport(app.electronVersion) ? [[shell.support(), supportText()] as const] : []),
    [shell.system(), app.platform],
    [shell.dataFolder(), app.dataFolder],
    [shell.website(), product.homepage],
    [shell.securityContact(), product.securityContact]
  ]
  return (
    <Dialog open={open} onClose={onClose} size="small" title={shell.about()} description={shell.aboutNote()}>
      <dl className={commonStyles.stack2}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.aboutFact}>
            <dt>{name}</dt>
            <dd>
              <VisibleText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      <Licences />
    </Dialog>
  )
}

function supportText(): string {
  const { asOf, oldest, newest } = electronSupport
  return shell.runtimeEndedMore({
    date: formatDay(asOf),
    oldest: String(oldest),
    newest: String(newest)
  })
}
