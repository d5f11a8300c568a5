/**
 * Which files would run, and what a package runner would download: whether the version is fixed, and what is
 * installed.
 */
import { isFetchedApart } from '../../../app/contract/consent/unsandboxable'
import type { PackagePin, ServerAct } from '../../../app/contract/server-act'
import { ExactText } from '../../ui/untrusted/exact-text'
import { VisibleText } from '../../ui/base/hidden-characters'
import { listFileFacts } from '../question/definition-diff'
import { Fact, Facts } from '../../ui/untrusted/facts'
import factsStyles from '../../ui/untrusted/facts.module.css'
import styles from './launch-details.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

/** One line, with the rest after a press. Nothing for an address. */
export function ProgramDetails({ act }: { readonly act: ServerAct }) {
  if (act.command === null) return null
  const { files = [], packages = [], containment } = act
  const line = [
    ...packages.map((pin) => lineOfPin(pin, containment !== undefined)),
    ...(files.length > 0 ? [consent.filesLine({ count: files.length })] : [])
  ].join(' · ')
  return (
    <details className={styles.programDetails}>
      <summary>
        {consent.details()}
        {line !== '' && (
          <>
            {': '}
            <VisibleText text={line} />
          </>
        )}
      </summary>
      <Facts>
        <ProgramFacts act={act} />
      </Facts>
    </details>
  )
}

function ProgramFacts({ act }: { readonly act: ServerAct }) {
  const { files = [], packages = [], containment, cwd, environmentNames } = act
  return (
    <>
      {packages.length > 0 && (
        <Fact label={consent.packages()}>
          <ul>
            {packages.map((pin) => (
              <li key={pin.name}>
                <VisibleText text={describePin(pin, containment !== undefined)} />
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {files.length > 0 && (
        <Fact label={consent.filesRun()}>
          <ul>
            {files.map((file) => (
              <li key={file.path}>
                <code className={factsStyles.factPiece}>
                  <ExactText text={file.path} />
                </code>{' '}
                <span className={styles.actNone}>{listFileFacts(file)}</span>
              </li>
            ))}
          </ul>
          <span className={styles.actNone}>{consent.filesNote()}</span>
        </Fact>
      )}
      {cwd === null && (
        <Fact label={consent.folder()}>
          <span className={styles.actNone}>
            {containment === undefined ? consent.folderNotSet() : consent.folderOwn()}
          </span>
        </Fact>
      )}
      {environmentNames.length === 0 && (
        <Fact label={consent.environment()}>
          <span className={styles.actNone}>{consent.onlyStandardVariables()}</span>
        </Fact>
      )}
    </>
  )
}

function lineOfPin({ runner, name, isFixed }: PackagePin, isSandboxed: boolean): string {
  if (isFixed) return consent.packageLine({ name, state: 'fixed' })
  const isKept = isSandboxed && isFetchedApart(runner)
  return consent.packageLine({ name, state: isKept ? 'kept' : 'loose' })
}

function describePin(
  { runner, name, isFixed, version, integrity }: PackagePin,
  isContained: boolean
): string {
  const isImage = integrity !== null && integrity.startsWith('sha256:')
  const told = isFixed
    ? version === null || isImage
      ? consent.packageFixedImage({ name })
      : consent.packageFixed({ name, version })
    : isContained && isFetchedApart(runner)
      ? consent.packageKept({ name })
      : consent.packageLoose({ name, runner })
  const here = version === null ? consent.packageUnknown() : consent.packageHere({ version })
  const known = integrity === null ? consent.packageNoIntegrity() : consent.packageIntegrity({ integrity })
  return [`${told}.`, ...(isFixed ? [] : [here]), known].join(' ')
}
