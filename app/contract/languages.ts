/** The languages that Parley's texts exist in. Free of runtime dependencies, for the window too. */

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** Those in which nothing is left in English. A language joins them when its catalogue has everything. */
export const completeLanguages: readonly Language[] = ['en']

/** `system`: the first of the system's languages that is one of the complete ones, else English. */
export const languageChoices = ['system', ...languages] as const
export type LanguageChoice = (typeof languageChoices)[number]
