/** The languages that Parley's texts exist in. Free of runtime dependencies, for the window too. */

export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** `system`: the first of the system's languages that is one of ours, else English. */
export const languageChoices = ['system', ...languages] as const
export type LanguageChoice = (typeof languageChoices)[number]
