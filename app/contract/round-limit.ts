/** The limit of rounds, in the window and the host. Free of zod: the window needs it at run time. */

/** Times that a server may ask inside its results before the request of ours is given up. @spec 2026-07-28 basic/patterns/mrtr */
export const roundLimit = 10
