/** The servers that can be added with one press, side by side. */
import { Brain, FlaskConical, FolderOpen, ListTree } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCommand } from '../../bridge/use-command'
import { ChoiceCard, ChoiceCards } from '../../ui/controls/choice-card'
import { FailureText } from '../../ui/controls/failure-text'
import { addReadyMadeServer, readyMadeServers, type ReadyMadeServer } from './ready-made-servers'

const icons: Readonly<Record<string, LucideIcon>> = {
  everything: FlaskConical,
  filesystem: FolderOpen,
  memory: Brain,
  'sequential-thinking': ListTree
}

export interface ReadyMadeCardsProps {
  /** One was added. */
  readonly onDone: () => void
  /** Further cards after them. */
  readonly children?: ReactNode
}

export function ReadyMadeCards({ onDone, children }: ReadyMadeCardsProps) {
  const { pending, failure, run } = useCommand()
  const add = (server: ReadyMadeServer) =>
    void run(async () => {
      if ((await addReadyMadeServer(server)) !== null) onDone()
    }, server.name)
  return (
    <>
      <ChoiceCards>
        {readyMadeServers.map((server) => (
          <ChoiceCard
            key={server.name}
            icon={icons[server.name] ?? FlaskConical}
            title={server.title()}
            description={server.description()}
            isBusy={pending === server.name}
            isDisabled={pending !== null}
            onChoose={() => add(server)}
          />
        ))}
        {children}
      </ChoiceCards>
      <FailureText text={failure} />
    </>
  )
}
