/** The dialog `Settings`: its sections side by side, one shown. Each section manages its own content. */
import { Tabs } from '@base-ui/react/tabs'
import {
  Bot,
  Coins,
  Drama,
  FileCog,
  FolderOpen,
  Gauge,
  MessageSquare,
  Palette,
  ScrollText,
  ShieldCheck
} from 'lucide-react'
import { useState } from 'react'
import type { ComponentType } from 'react'
import { settingsSections, type SettingsSectionId } from '../parts/settings-sections'
import { useProjection } from '../state/projection'
import { Dialog } from '../ui/controls/dialog'
import { RenderBoundary } from '../ui/controls/render-boundary'
import { AssistantsSection } from './assistants-section'
import { AppearanceSection } from './appearance-section'
import { ConversationSection } from './conversation-section'
import { DeveloperSection } from './developer-section'
import { FoldersSection } from './folders-section'
import { LedgerSection } from './ledger-section'
import { ManagedPermissions } from './parts/managed-notes'
import { ModelsSection } from './models/models-section'
import { UsageSection } from './models/usage-section'
import { PermissionsSection } from './permissions-section'
import { SamplingSection } from './sampling-section'
import type { SectionProps } from './section'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import styles from './settings-dialog.module.css'
import { notShown } from '../../app/texts/compiled/window/notShown'

interface Drawn {
  readonly icon: typeof Bot
  readonly Section: ComponentType<SectionProps>
}

/** A section without a component does not compile. */
const drawn: Readonly<Record<SettingsSectionId, Drawn>> = {
  models: { icon: Bot, Section: ModelsSection },
  appearance: { icon: Palette, Section: AppearanceSection },
  conversation: { icon: MessageSquare, Section: ConversationSection },
  assistants: { icon: Drama, Section: AssistantsSection },
  folders: { icon: FolderOpen, Section: FoldersSection },
  permissions: { icon: ShieldCheck, Section: ManagedPermissionsSection },
  sampling: { icon: Gauge, Section: SamplingSection },
  usage: { icon: Coins, Section: UsageSection },
  ledger: { icon: ScrollText, Section: LedgerSection },
  developer: { icon: FileCog, Section: DeveloperSection }
}

const sections = settingsSections.map((section) => ({ ...section, ...drawn[section.id] }))

/** For a section that can't be drawn. */
function settingsText(): string {
  return JSON.stringify(useProjection.getState().settings, null, 2)
}

function ManagedPermissionsSection() {
  return (
    <>
      <ManagedPermissions />
      <PermissionsSection />
    </>
  )
}

export interface SettingsDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  /**
   * `models`, `appearance`, `conversation`, `assistants`, `folders`, `permissions`, `sampling`, `usage`, `ledger` or
   * `developer`: the section to show first.
   */
  readonly section?: string
  /** Called when another section is shown; pass it when opening the dialog again to return to it. */
  readonly onSection?: (section: string) => void
  /** From the ledger to the place of an event. */
  readonly onOpenConversation?: (conversationId: string, messageId?: string | null) => void
  readonly onOpenServers?: () => void
  readonly onOpenShortcuts?: () => void
}

export function SettingsDialog(props: SettingsDialogProps) {
  const { open, onClose, section, onSection, onOpenConversation } = props
  // Before the host's state arrives there are no settings to show.
  const isReady = useProjection((state) => state.isReady)
  const openConversation = (conversationId: string, messageId?: string | null) => {
    onClose()
    onOpenConversation?.(conversationId, messageId)
  }
  const leaveFor = (show: (() => void) | undefined) => () => {
    onClose()
    show?.()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title()}
      size="large"
      className={styles.settingsDialog}
    >
      {isReady && (
        <Sections
          first={section}
          onSection={onSection}
          onOpenConversation={openConversation}
          onOpenServers={leaveFor(props.onOpenServers)}
          onOpenShortcuts={leaveFor(props.onOpenShortcuts)}
        />
      )}
    </Dialog>
  )
}

interface SectionChoice {
  readonly first: string | undefined
  readonly onSection: ((section: string) => void) | undefined
}

/** Mounted with the open dialog, so that it starts at the requested section. */
function Sections({ first, onSection, ...acts }: SectionProps & SectionChoice) {
  const [shown, setShown] = useState<string>(
    sections.some(({ id }) => id === first) ? (first ?? 'models') : 'models'
  )
  const show = (section: string) => {
    setShown(section)
    onSection?.(section)
  }
  return (
    <Tabs.Root className={styles.settings} orientation="vertical" value={shown} onValueChange={show}>
      <Tabs.List className={styles.settingsNav} aria-label={texts.sections()}>
        {sections.map(({ id, label, icon: Icon }) => (
          <Tabs.Tab key={id} value={id} className={styles.settingsTab}>
            <Icon size={16} aria-hidden />
            {label()}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {sections.map(({ id, label, Section }) => (
        <Tabs.Panel key={id} value={id} className={styles.settingsPanel} data-scrollbar="steady">
          <RenderBoundary
            sentence={notShown.named({ name: label() })}
            text={settingsText}
            resetKeys={[shown]}
          >
            <Section {...acts} />
          </RenderBoundary>
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}
