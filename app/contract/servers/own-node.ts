/**
 * The command in a settings entry that runs the server with the Node.js that Parley brings, and not with an installed
 * one.
 */
export const ownNodeCommand = 'parley:node'
