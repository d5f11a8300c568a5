/** Direct mode as a model. Its id as a value: the contract's own constant would bring its schemas into the page. */
import type { directModelId as contractValue } from '../../app/contract/content-blocks'

export const directModelId: typeof contractValue = 'direct'
