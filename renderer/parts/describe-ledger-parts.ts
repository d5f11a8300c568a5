/**
 * Parley's own texts in the ledger, in the current language. They are stored in English, because the hash chain
 * covers them. Unknown texts, such as from a later version, are shown unchanged.
 */
import type { LedgerEntry } from '../../app/contract/ledger'
import { settings as texts } from '../../app/texts/compiled/window/settings'

type Words = readonly [RegExp, (...parts: string[]) => string]

const rules: readonly Words[] = [
  [/^sampling approved automatically$/u, texts.ruleSampling],
  [/^icons of its server are allowed$/u, texts.ruleIcons],
  [/^part of the sign-in at (.*)$/su, (server = '') => texts.ruleSignIn({ server })],
  [/^the policy of this computer \((.*)\)$/su, (file = '') => texts.rulePolicy({ file })],
  [/^key and address are those of the environment that Parley was started in$/u, texts.ruleOwnKey],
  [/^named in its entry$/u, texts.ruleNamedHost],
  [/^refused for good before$/u, texts.ruleRefusedHost],
  [/^it asked on and on$/u, texts.ruleSilenced],
  [/^its questions were stopped$/u, texts.ruleStoppedQuestions],
  [/^its own server$/u, texts.ruleOwnServer],
  [/^not open for it$/u, texts.ruleNotOpen],
  [/^more than it may take$/u, texts.ruleLimit],
  [/^Found when Parley started\.$/u, texts.ruleGapFound],
  [/^The disk refused for too long\.$/u, texts.ruleGapDisk]
]

const subjects: Readonly<Partial<Record<LedgerEntry['kind'], readonly Words[]>>> = {
  stop: [
    [/^its questions for a minute$/u, texts.subjectQuestions],
    [/^what it was called for$/u, texts.subjectCall],
    [/^the server$/u, texts.subjectServer]
  ],
  'closed file': [[/^network$/u, texts.subjectNetwork]],
  'view request': [[/^(\w+): (\w+)$/u, (what = '', end = '') => texts.subjectViewRequest({ what, end })]],
  limit: [
    [/^memory$/u, texts.subjectMemory],
    [/^processes$/u, texts.subjectProcesses],
    [/^processor$/u, texts.subjectProcessor],
    [/^home$/u, texts.subjectHome]
  ],
  'log level': [[/^of its own choice$/u, texts.subjectOwnLevel]],
  gap: [
    [
      /^Entry (\d+) of the ledger had been removed from its file$/u,
      (last = '') => texts.subjectRemovedOne({ last })
    ],
    [
      /^Entries (\d+) to (\d+) of the ledger had been removed from its file$/u,
      (first = '', last = '') => texts.subjectRemoved({ first, last })
    ],
    [/^(\d+) entries were not kept$/u, (count = '') => texts.subjectLost({ count })]
  ]
}

export function describeRule(rule: string): string {
  return inWords(rule, rules)
}

export function describeSubject({ kind, subject }: LedgerEntry): string {
  return inWords(subject, subjects[kind] ?? [])
}

export function describeRecipient({ kind, recipient }: LedgerEntry): string {
  return kind === 'gap' ? inWords(recipient, [[/^several$/u, texts.recipientSeveral]]) : recipient
}

function inWords(text: string, known: readonly Words[]): string {
  for (const [pattern, say] of known) {
    const found = pattern.exec(text)
    if (found !== null) return say(...found.slice(1))
  }
  return text
}
