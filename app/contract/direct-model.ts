/** The id of Direct mode, in which the user calls tools without a model. Free of zod, because the page imports it. */
export const directModelId = 'direct'
