/**
 * Electron 33 is for development and tests on computers that can't download the version that releases carry. `false`
 * takes the code that exists only for it out of use. docs/electron.md lists what can be removed then.
 */
export const supportsElectron33: boolean = true
