/** What views of servers gave for the model. Each goes with the next message, can be read whole, and removed. */
import { AppWindow } from 'lucide-react'
import { useState } from 'react'
import type { ViewContext } from '../../../app/contract/bridge/view-calls'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { contentsSize } from '../../parts/content/contents-kind'
import { useProjection } from '../../state/projection'
import { formatSize } from '../../ui/base/format'
import { LazyDialog } from '../../ui/controls/lazy-dialog'
import { latePart } from '../../ui/controls/late-part'
import { Chip } from './attachment-chips'
import { listViewContexts } from './list-view-contexts'
import styles from './attachment-chips.module.css'

const ViewContextDialog = latePart(async () => (await import('./view-context-dialog')).ViewContextDialog)

/** A list named `From apps, for the model`; nothing if there is none. */
export function ViewContextChips({ conversationId }: { readonly conversationId: string | null }) {
  const viewContexts = useProjection((state) => state.viewContexts)
  const [shown, setShown] = useState<ViewContext | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const contexts = listViewContexts({ viewContexts }, conversationId)
  const close = () => setIsOpen(false)
  return (
    <>
      {contexts.length > 0 && (
        <ul className={styles.chips} aria-label={texts.fromApps()}>
          {contexts.map((context) => (
            <Chip
              key={context.viewId}
              icon={AppWindow}
              name={texts.fromApp({ server: context.serverName })}
              serverName={formatSize(contentsSize(context.contents))}
              detail={texts.fromAppDetail()}
              pressLabel={texts.previewNamed({ name: texts.fromApp({ server: context.serverName }) })}
              onPress={() => {
                setShown(context)
                setIsOpen(true)
              }}
              onRemove={() =>
                void call('view.forget-context', { contextId: context.contextId }).catch(report)
              }
            />
          ))}
        </ul>
      )}
      {shown !== null && (
        <LazyDialog open={isOpen} onClose={close}>
          <ViewContextDialog
            // The view may have replaced it.
            context={contexts.find(({ viewId }) => viewId === shown.viewId) ?? shown}
            open={isOpen}
            onClose={close}
          />
        </LazyDialog>
      )}
    </>
  )
}
