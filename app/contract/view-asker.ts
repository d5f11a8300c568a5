/** In a question about a call: the view of the call's server asks for it, and no model. */
export const viewAskerId = 'view'
