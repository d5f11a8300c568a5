/**
 * Direct mode as a model. Its id is repeated here, because importing the contract's constant would bundle its
 * schemas.
 */
import type { directModelId as contractValue } from '../../app/contract/content-blocks'

export const directModelId: typeof contractValue = 'direct'
