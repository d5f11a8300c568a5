/** What an entry of the settings names as its command to be run with the Node that Parley brings, instead of with one that lies on this computer. */
export const ownNodeCommand = 'parley:node'
