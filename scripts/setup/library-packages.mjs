// From the loader's words to package names: which Debian or Ubuntu package has a library. Pure, so that every
// release's naming can be tested without having it.

/** File name of the library, without its version, to the package that has it. */
const packageOf = {
  'libX11-xcb.so': 'libx11-xcb1',
  'libX11.so': 'libx11-6',
  'libXcomposite.so': 'libxcomposite1',
  'libXcursor.so': 'libxcursor1',
  'libXdamage.so': 'libxdamage1',
  'libXext.so': 'libxext6',
  'libXfixes.so': 'libxfixes3',
  'libXi.so': 'libxi6',
  'libXrandr.so': 'libxrandr2',
  'libXrender.so': 'libxrender1',
  'libXss.so': 'libxss1',
  'libXtst.so': 'libxtst6',
  'libasound.so': 'libasound2',
  'libatk-1.0.so': 'libatk1.0-0',
  'libatk-bridge-2.0.so': 'libatk-bridge2.0-0',
  'libatspi.so': 'libatspi2.0-0',
  'libcairo.so': 'libcairo2',
  'libcups.so': 'libcups2',
  'libdbus-1.so': 'libdbus-1-3',
  'libdrm.so': 'libdrm2',
  'libexpat.so': 'libexpat1',
  'libgbm.so': 'libgbm1',
  'libgdk-3.so': 'libgtk-3-0',
  'libgdk_pixbuf-2.0.so': 'libgdk-pixbuf-2.0-0',
  'libgio-2.0.so': 'libglib2.0-0',
  'libglib-2.0.so': 'libglib2.0-0',
  'libgobject-2.0.so': 'libglib2.0-0',
  'libgtk-3.so': 'libgtk-3-0',
  'libnotify.so': 'libnotify4',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libpango-1.0.so': 'libpango-1.0-0',
  'libplc4.so': 'libnspr4',
  'libplds4.so': 'libnspr4',
  'libsecret-1.so': 'libsecret-1-0',
  'libsmime3.so': 'libnss3',
  'libssl3.so': 'libnss3',
  'libudev.so': 'libudev1',
  'libuuid.so': 'libuuid1',
  'libxcb.so': 'libxcb1',
  'libxkbcommon.so': 'libxkbcommon0',
  'libxshmfence.so': 'libxshmfence1',
  Xvfb: 'xvfb',
  bwrap: 'bubblewrap',
  socat: 'socat'
}

// Debian 13 and Ubuntu 24.04 gave these a new name when their 32-bit time became 64-bit.
const renamed = new Set([
  'libasound2',
  'libatk-bridge2.0-0',
  'libatk1.0-0',
  'libatspi2.0-0',
  'libcups2',
  'libglib2.0-0',
  'libgtk-3-0'
])

/** The libraries that `ldd` says it cannot find. */
export function parseMissing(lddOutput) {
  const lines = lddOutput.split('\n').filter((line) => line.includes('=> not found'))
  return [...new Set(lines.map((line) => line.trim().split(/\s/u)[0]))]
}

/** Packages for the given libraries, by the older names, each once. */
export function packagesFor(libraries) {
  const known = libraries.map((library) => packageOf[library.replace(/(\.so)(\.\d+)*$/u, '$1')])
  // The packages that Electron's libraries come from bring the others along, so an unknown one gets these.
  const fallback = known.includes(undefined) ? ['libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1'] : []
  return [...new Set([...known.filter(Boolean), ...fallback])].sort()
}

/**
 * The names of this release.
 * @param {{ isKnown: (name: string) => boolean, osRelease: string }} system `osRelease` is the text of /etc/os-release
 */
export function resolvePackageNames(packages, { isKnown, osRelease }) {
  return packages.map((name) => {
    if (!renamed.has(name)) return name
    if (isKnown(`${name}t64`)) return `${name}t64`
    if (isKnown(name)) return name
    return usesNewNames(osRelease) ? `${name}t64` : name // no package lists yet: go by the release
  })
}

function usesNewNames(osRelease) {
  const field = (key) => new RegExp(`^${key}="?([^"\n]*)"?$`, 'mu').exec(osRelease)?.[1] ?? ''
  const version = Number.parseFloat(field('VERSION_ID'))
  if (field('ID') === 'debian') return version >= 13
  return field('ID') === 'ubuntu' && version >= 24.04
}

/**
 * Said before anything is installed: what, why, and how to do it oneself instead.
 * @param {string[]} missing as the loader names them
 * @param {string[]} names of packages
 */
export function announceInstallation(missing, names) {
  const isForWalls = (name) => name === 'bwrap' || name === 'socat'
  const [ofWalls, ofElectron] = [missing.filter(isForWalls), missing.filter((name) => !isForWalls(name))]
  const lack = (what, lacking) =>
    lacking.length === 0 ? [] : [`${what} on this system without what it lacks: ${lacking.join(', ')}.`]
  return [
    ...lack("Electron can't start", ofElectron),
    ...lack("Servers can't be contained", ofWalls),
    'You are root, so apt-get now renews its list and installs the packages that have it, and what they need:',
    `  ${names.join(' ')}`,
    `They come from this system's own package sources. To do it yourself, stop this and install them by hand.`
  ].join('\n')
}
