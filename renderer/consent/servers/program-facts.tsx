/** Which files would run, and what a package runner would fetch: fixed or not, and what of it lies here. */
import { isFetchedApart } from '../../../app/contract/choices/outside-walls'
import type { PackagePin, ServerAct } from '../../../app/contract/server-act'
import { ExactText } from '../../ui/untrusted/exact-text'
import { VisibleText } from '../../ui/base/hidden-characters'
import { factsOfFile } from '../question/act-changes'
import { Fact } from '../../ui/untrusted/facts'
import factsStyles from '../../ui/untrusted/facts.module.css'
import styles from './launch-details.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

export function ProgramFacts({
  act: { files = [], packages = [], containment }
}: {
  readonly act: ServerAct
}) {
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
                <span className={styles.actNone}>{factsOfFile(file)}</span>
              </li>
            ))}
          </ul>
          <span className={styles.actNone}>{consent.filesNote()}</span>
        </Fact>
      )}
    </>
  )
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
