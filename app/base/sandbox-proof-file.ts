/** Where the self-test writes that the sandbox of macOS works on this computer. */
import path from 'node:path'

export const sandboxProofFile = (dataFolder: string) => path.join(dataFolder, 'sandbox-self-test')
