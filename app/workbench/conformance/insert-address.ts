/** How the suite gets an address that is secret: other users of this computer can read the arguments of a process. */

export const addressPlaceholder = 'parley:address'
export const addressVariable = 'PARLEY_SUITE_ADDRESS'

/** Node runs it before npx and before the suite. Only the suite needs the address. */
export const insertAddressScript = `const at = process.argv.indexOf('${addressPlaceholder}')
if (at > 0 && !/[\\\\/]np[mx](-cli)?(\\.c?js)?$/.test(process.argv[1] ?? ''))
  process.argv[at] = process.env.${addressVariable}
`
