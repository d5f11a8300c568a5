/** Localized texts, with the core's texts from the start. The window loads these later, so it imports `localized.ts`. */
import { english } from './compiled/core'
import { addCoreTexts } from './translated'

addCoreTexts(english)

export * from './localized'
