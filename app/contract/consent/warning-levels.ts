/**
 * The level of each warning in a question. `danger` is for what can cause harm and is unusual; it is drawn in red.
 * `note` is for what is worth knowing. docs/permissions.md gives the reasons; a test compares the two. Free of zod, for
 * the page.
 */
export type WarningLevel = 'danger' | 'note'

/** By the text's key in `app/texts/en/core`. */
export const warningLevels = {
  'trust.shellLine': 'danger',
  'trust.shell': 'note',
  'trust.codeInArguments': 'danger',
  'trust.fetchesCode': 'note',
  'trust.otherRegistry': 'danger',
  'trust.containerRights': 'danger',
  'trust.containerFiles': 'danger',
  'trust.scriptFile': 'note',
  'trust.shortcut': 'danger',
  'trust.loaders': 'danger',
  'trust.searchPlaces': 'note',
  'trust.wholeHome': 'danger',
  'trust.keyFolders': 'danger',
  'trust.secretInAddress': 'note',
  'trust.tokenInAddress': 'note',
  'trust.foreignLetters': 'danger',
  'trust.localNetwork': 'danger',
  'trust.notEncrypted': 'danger',
  'trust.notEncryptedNearby': 'note',
  'trust.givenValues': 'note',
  'trust.hiddenCharacters': 'danger',
  'trust.lookAlike': 'danger',
  'trust.signInElsewhere': 'note',
  'trust.namedFolders': 'note',
  'trust.elsewhere': 'danger',
  'trust.tooManyFiles': 'note',
  'destinations.foreignSecret': 'danger',
  'destinations.foreignSecretServer': 'danger',
  'destinations.variables': 'note',
  'consent.askedAnew': 'note',
  'consent.steering': 'danger',
  'consent.hiddenText': 'danger',
  'consent.hiddenTextReads': 'danger',
  'consent.bothHints': 'note',
  'consent.changingName': 'danger',
  'consent.likeServer': 'danger',
  'consent.sameTool': 'note',
  'consent.likeTool': 'danger',
  'consent.mentions': 'danger',
  'consent.writesProgram': 'danger',
  'consent.reachesProgram': 'danger',
  'consent.placesNotLookedAt': 'note',
  'links.notAnAddress': 'note',
  'links.otherKind': 'danger',
  'links.tooLong': 'note',
  'links.veryLong': 'note',
  'links.userName': 'danger',
  'links.notEncrypted': 'danger',
  'links.notEncryptedNearby': 'note',
  'links.unusualPort': 'note',
  'links.thisComputer': 'danger',
  'links.ownNetwork': 'danger',
  'links.linkLocal': 'danger',
  'links.numberedHost': 'danger',
  'links.pointsHome': 'danger',
  'links.mixedLetters': 'danger',
  'links.foreignLetters': 'danger',
  'links.imitates': 'danger',
  'links.hiddenCharacters': 'danger',
  'links.backslash': 'danger',
  'links.spelledOut': 'danger',
  'reach.ofProvider': 'note',
  'reach.ofServer': 'note',
  'auth.oldServer': 'note',
  'auth.pkceUnsaid': 'note',
  'auth.otherHost': 'note',
  'auth.pageOnComputer': 'danger',
  'auth.lookAlike': 'danger',
  'auth.elsewhereBefore': 'danger',
  'bundles.missingRuntime': 'note',
  'bundles.unusedSettings': 'note'
} as const satisfies Readonly<Record<string, WarningLevel>>

export type WarningKey = keyof typeof warningLevels

/**
 * Where a warning describes something normal, it gets a lower level; null shows no warning. `destination`: an address
 * of your own settings, to which Parley sends. `namedHost`: a host that the server's own entry names.
 */
export const calmerLevels = {
  destination: { 'links.thisComputer': 'note', 'links.ownNetwork': 'note', 'links.unusualPort': null },
  namedHost: { 'links.thisComputer': 'note', 'links.ownNetwork': 'note', 'links.unusualPort': null }
} as const satisfies Readonly<Record<string, Partial<Record<WarningKey, WarningLevel | null>>>>

export type CalmPlace = keyof typeof calmerLevels

/** Whether one of them has the level `danger`. */
export function holdsDanger(warnings: readonly { readonly level: WarningLevel }[]): boolean {
  return warnings.some(({ level }) => level === 'danger')
}
