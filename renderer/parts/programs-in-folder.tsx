/** Warns that a shared folder contains programs of trusted servers: write access there decides what runs. */
import { useShallow } from 'zustand/shallow'
import type { TrustedServer } from '../../app/contract/grants'
import { parts } from '../../app/texts/compiled/window/parts'
import { useProjection } from '../state/projection'
import { VisibleText } from '../ui/base/hidden-characters'
import styles from './programs-in-folder.module.css'

const mostShown = 3

export function ProgramsInFolder({ folder }: { readonly folder: string }) {
  const found = useProjection(useShallow((state) => programsIn(folder, state.consent.trustedServers)))
  if (found.length === 0) return null
  return (
    <ul className={styles.programs} role="note">
      {found.slice(0, mostShown).map((text) => (
        <li key={text}>
          <VisibleText text={text} />
        </li>
      ))}
    </ul>
  )
}

function programsIn(folder: string, trusted: readonly TrustedServer[]): string[] {
  const base = plain(folder)
  return trusted.flatMap(({ serverName: server, act: { files = [] } }) =>
    files
      .filter(({ path }) => `${plain(path)}/`.startsWith(`${base}/`))
      .map(({ path }) => parts.folderHoldsProgram({ path, server }))
  )
}

/** Both path separators of Windows are equal, and case doesn't matter there. */
function plain(path: string): string {
  const isWindows = /^[a-z]:[\\/]/i.test(path)
  const text = isWindows ? path.replaceAll('\\', '/').toLowerCase() : path
  return text.replace(/\/+$/, '')
}
