/**
 * The command in a settings entry that runs the server with the Node.js that Parley brings, and not with an installed
 * one.
 */
export const ownNodeCommand = 'parley:node'

/** The command of a server that is a recording. Its arguments: the file, the server if it isn't the first, and `--exact`. */
export const playCommand = 'parley:play'
