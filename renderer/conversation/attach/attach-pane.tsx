/** Details of the picker's active row. The content is only read on request. */
import { Eye, MousePointerClick } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button'
import { EmptyState } from '../../ui/controls/empty-state'
import { VisibleText } from '../../ui/base/hidden-characters'
import { rowName, rowView } from './attach-rows'
import type { AttachRow } from './attach-rows'
import { resourceFacts, templateFacts } from './resource-facts'
import { ResourcePreview } from '../content/resource-preview'
import { ServerMetadata } from '../../parts/content/server-metadata'
import { TemplateForm } from './template-form'
import type { TemplateValues } from './use-attach-choice'
import partStyles from './attach-parts.module.css'
import styles from './attach-pane.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface AttachPaneProps {
  readonly row: AttachRow | null
  readonly values: TemplateValues
  readonly onFillIn: (values: TemplateValues) => void
  /** Address whose content is shown; null for none. */
  readonly shownUri: string | null
  readonly onShow: (uri: string) => void
}

/** A region named `Details`. */
export function AttachPane(props: AttachPaneProps) {
  const { row } = props
  const pane = useRef<HTMLElement>(null)
  const onShow = (uri: string) => {
    props.onShow(uri)
    // The pressed button is removed; from here the content can be scrolled.
    pane.current?.focus()
  }
  return (
    <section ref={pane} className={styles.attachPane} aria-label={texts.details()} tabIndex={0}>
      {row === null ? (
        <EmptyState icon={MousePointerClick} title={texts.chooseResource()}>
          {texts.chooseResourceNote()}
        </EmptyState>
      ) : (
        <Details key={row.key} {...props} row={row} onShow={onShow} />
      )}
    </section>
  )
}

function Details(props: AttachPaneProps & { readonly row: AttachRow }) {
  const { row } = props
  const { serverName, description } = rowView(row)
  const facts = row.kind === 'resource' ? resourceFacts(row.resource) : templateFacts(row.template)
  return (
    <>
      <h3 className={styles.attachPaneTitle}>
        <VisibleText text={rowName(row)} />
      </h3>
      <p className={styles.attachPaneFacts}>
        <VisibleText text={[serverName, ...facts].join(' · ')} />
      </p>
      {description !== '' && (
        <p className={styles.attachPaneText}>
          <VisibleText text={description} />
        </p>
      )}
      {row.kind === 'resource' ? (
        <>
          <Address uri={row.resource.uri} />
          <Preview {...props} uri={row.resource.uri} />
          <ServerMetadata meta={row.resource.meta} of={row.resource.uri} />
        </>
      ) : (
        <TemplateDetails {...props} row={row} />
      )}
    </>
  )
}

function TemplateDetails(
  props: AttachPaneProps & { readonly row: Extract<AttachRow, { kind: 'template' }> }
) {
  const { template } = props.row
  const [uri, setUri] = useState<string | null>(null)
  return (
    <>
      <TemplateForm template={template} values={props.values} onChange={props.onFillIn} onExpanded={setUri} />
      {uri !== null && <Address uri={uri} />}
      {uri !== null && <Preview {...props} row={props.row} uri={uri} />}
    </>
  )
}

function Address({ uri }: { readonly uri: string }): ReactNode {
  return (
    <p className={partStyles.attachAddress}>
      <VisibleText text={uri} />
    </p>
  )
}

interface PreviewProps extends AttachPaneProps {
  readonly row: AttachRow
  readonly uri: string
}

function Preview({ row, uri, shownUri, onShow }: PreviewProps) {
  if (shownUri !== uri) {
    return (
      <div>
        <Button size="small" icon={Eye} onClick={() => onShow(uri)}>
          {texts.showContent()}
        </Button>
      </div>
    )
  }
  return <ResourcePreview serverName={rowView(row).serverName} uri={uri} name={rowName(row)} />
}
