/** The licences of all packages in this build, read when first opened. */
import { useEffect, useState } from 'react'
import type { CallOutput } from '../../../app/contract/bridge/calls'
import { shell } from '../../../app/texts/compiled/window/shell'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { VisibleText } from '../../ui/base/hidden-characters'
import styles from './licences.module.css'

export function Licences() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={styles.licences} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{shell.licences()}</summary>
      {isOpen && <List />}
    </details>
  )
}

function List() {
  const [packages, setPackages] = useState<CallOutput<'app.licences'> | null>(null)
  useEffect(() => void call('app.licences', {}).then(setPackages).catch(report), [])
  if (packages === null) return null
  if (packages.length === 0) return <p>{shell.licencesMissing()}</p>
  return (
    <>
      <p>{shell.licencesNote({ count: packages.length })}</p>
      <ul className={styles.list}>
        {packages.map(({ name, version, licence, text }) => (
          <li key={`${name} ${version}`}>
            <details>
              <summary>
                <VisibleText text={[name, version, licence].join(' · ')} />
              </summary>
              <pre className={styles.text}>
                <VisibleText text={text} />
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}
