/** The revisions of the protocol that Parley speaks. */

/** The first revision without a handshake; later ones do not exist yet. */
export const statelessRevision = '2026-07-28'
/** The only revision in which several messages may come as one array. */
export const batchRevision = '2025-03-26'
/** The only revision whose core has tasks. */
export const taskRevision = '2025-11-25'
/** The newest first: the first of them is offered in `initialize`. */
export const handshakeRevisions = [taskRevision, '2025-06-18', batchRevision, '2024-11-05'] as const
/** The newest first. */
export const revisions: readonly string[] = [statelessRevision, ...handshakeRevisions]
