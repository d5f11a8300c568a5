import type { Handlers } from '../../contract/bridge/calls'

/** The handlers of all calls whose names begin with the name of an area. */
export type AreaHandlers<Area extends string> = Pick<Handlers, `${Area}.${string}` & keyof Handlers>
