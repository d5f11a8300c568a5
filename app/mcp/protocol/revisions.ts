/** The revisions of the protocol that Parley supports. */

/** The first revision without a handshake, and currently the last. */
export const statelessRevision = '2026-07-28'
/** The only revision that allows several messages in one array. */
export const batchRevision = '2025-03-26'
/** The only revision with tasks in its core. */
export const taskRevision = '2025-11-25'
/** Newest first: `initialize` offers the first one. */
export const handshakeRevisions = [taskRevision, '2025-06-18', batchRevision, '2024-11-05'] as const
/** Newest first. */
export const revisions: readonly string[] = [statelessRevision, ...handshakeRevisions]
