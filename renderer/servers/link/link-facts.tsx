/** What a link would add: all characters visible, including keys, because the link's author knows them. */
import type { LinkValue, LinkView } from '../../../app/contract/servers/link'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Badge } from '../../ui/controls/badge'
import { ExactText } from '../../ui/untrusted/exact-text'
import { Fact, Facts } from '../../ui/untrusted/facts'
import { BundleCommand } from '../bundle/bundle-command'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import commonStyles from '../../parts/common.module.css'
import styles from './link-dialog.module.css'

export function LinkFacts({ view }: { readonly view: LinkView }) {
  const { command, args, cwd, url, variables, headers } = view
  return (
    <Facts>
      {command !== null && <Piece label={texts.command()} text={command} />}
      {command !== null && (
        <Fact label={texts.arguments()}>
          <BundleCommand pieces={args} />
        </Fact>
      )}
      {cwd !== null && <Piece label={texts.workingFolder()} text={cwd} />}
      {url !== null && <Piece label={texts.url()} text={url} />}
      {command !== null ? (
        <Values label={texts.variables()} values={variables} />
      ) : (
        <Values label={texts.headers()} values={headers} />
      )}
    </Facts>
  )
}

function Piece({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Fact label={label}>
      <code className={commonStyles.code}>
        <ExactText text={text} />
      </code>
    </Fact>
  )
}

function Values({ label, values }: { readonly label: string; readonly values: readonly LinkValue[] }) {
  return (
    <Fact label={label}>
      {values.length === 0 && <span className={commonStyles.smallNote}>{texts.bundleNone()}</span>}
      {values.map(({ name, text, state }) => (
        <p key={name} className={styles.value}>
          <code className={commonStyles.code}>
            <ExactText text={`${name}=${text}`} />
          </code>
          {state === 'key' && <span className={commonStyles.smallNote}>{texts.foundKey()}</span>}
          {state === 'asked' && <Badge tone="warning">{texts.foundAsked()}</Badge>}
          {state === 'placeholder' && (
            <Badge tone="warning">
              <VisibleText text={texts.linkPlaceholder()} />
            </Badge>
          )}
        </p>
      ))}
    </Fact>
  )
}
