/** Names the rows of the build that Parley is compared with. */
const prefix = 'other build, '

export const nameOther = (row) => ({ ...row, name: `${prefix}${row.name}` })
export const isOther = ({ name }) => name.startsWith(prefix)
