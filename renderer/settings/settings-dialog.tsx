/** The dialog `Settings`: its sections side by side, one shown. Each section owns what it shows. */
import { Tabs } from '@base-ui/react/tabs'
import { Bot, FileCog, MessageSquare, Palette, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../ui/dialog'
import { AppearanceSection } from './appearance-section'
import { ConversationSection } from './conversation-section'
import { ModelsSection } from './models-section'
import { PermissionsSection } from './permissions-section'
import { SettingsFileSection } from './settings-file-section'
import './settings-dialog.css'

const sections = [
  { id: 'models', label: 'Models', icon: Bot, Section: ModelsSection },
  { id: 'appearance', label: 'Appearance', icon: Palette, Section: AppearanceSection },
  { id: 'conversation', label: 'Conversation', icon: MessageSquare, Section: ConversationSection },
  { id: 'permissions', label: 'Permissions', icon: ShieldCheck, Section: PermissionsSection },
  { id: 'file', label: 'Settings file', icon: FileCog, Section: SettingsFileSection }
] as const

export interface SettingsDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  /** `models`, `appearance`, `conversation`, `permissions` or `file`: what to show first. */
  readonly section?: string
}

export function SettingsDialog({ open, onClose, section }: SettingsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Settings" size="large" className="settings-dialog">
      <Sections first={section} />
    </Dialog>
  )
}

/** Mounted with the open dialog, so that it starts where it is asked to. */
function Sections({ first }: { readonly first: string | undefined }) {
  const [shown, setShown] = useState<string>(
    sections.some(({ id }) => id === first) ? (first ?? 'models') : 'models'
  )
  return (
    <Tabs.Root className="settings" orientation="vertical" value={shown} onValueChange={setShown}>
      <Tabs.List className="settings-nav" aria-label="Sections">
        {sections.map(({ id, label, icon: Icon }) => (
          <Tabs.Tab key={id} value={id} className="settings-tab">
            <Icon size={16} aria-hidden />
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {sections.map(({ id, Section }) => (
        <Tabs.Panel key={id} value={id} className="settings-panel">
          <Section />
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}
