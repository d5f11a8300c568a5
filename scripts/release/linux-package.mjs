// What a .deb and an .rpm say about themselves, from the arguments that electron-builder gives to fpm.

/**
 * @typedef {{ target: string, output: string, compression: string, name: string, version: string, architecture: string, description: string,
 *   maintainer: string, vendor: string, url: string, license: string, depends: string[], recommends: string[],
 *   afterInstall: string, afterRemove: string, files: { from: string, to: string }[] }} PackageCall
 */

const flags = new Set(['--force', '--debug'])

/** @param {readonly string[]} args @returns {PackageCall} */
export function readCall(args) {
  const options = new Map()
  const lists = { '-d': [], '--deb-recommends': [] }
  const files = []
  for (const rest = args.filter((arg) => !flags.has(arg)); rest.length > 0;) {
    const arg = rest.shift()
    const at = arg.indexOf('=')
    if (Object.hasOwn(lists, arg)) lists[arg].push(rest.shift())
    else if (arg.startsWith('-')) options.set(arg, rest.shift())
    else files.push({ from: arg.slice(0, at), to: arg.slice(at + 1) })
  }
  return {
    target: options.get('-t'),
    output: options.get('--package'),
    compression: options.get('--deb-compression'),
    name: options.get('--name'),
    version: options.get('--version'),
    architecture: options.get('--architecture'),
    description: options.get('--description'),
    maintainer: options.get('--maintainer'),
    vendor: options.get('--vendor'),
    url: options.get('--url'),
    license: options.get('--license'),
    depends: lists['-d'],
    recommends: lists['--deb-recommends'],
    afterInstall: options.get('--after-install'),
    afterRemove: options.get('--after-remove'),
    files
  }
}

/** The file `control` of a .deb. @param {PackageCall} call @param {number} installedBytes */
export function writeControl(call, installedBytes) {
  const [summary, ...more] = call.description.split('\n').map((line) => line.trim())
  const fields = {
    Package: call.name,
    Version: call.version,
    License: call.license,
    Vendor: call.vendor,
    Architecture: { x86_64: 'amd64', aarch64: 'arm64' }[call.architecture] ?? call.architecture,
    Maintainer: call.maintainer,
    'Installed-Size': String(Math.ceil(installedBytes / 1024)),
    Depends: call.depends.join(', '),
    Recommends: call.recommends.join(', '),
    Section: 'devel',
    Priority: 'optional',
    Homepage: call.url,
    Description: [summary, ...more.map((line) => ` ${line || '.'}`)].join('\n')
  }
  const lines = Object.entries(fields).filter(([, value]) => value)
  return lines.map(([field, value]) => `${field}: ${value}\n`).join('')
}

/**
 * The file that rpmbuild reads.
 * @param {PackageCall} call
 * @param {{ folder: string, names: string[], afterInstall: string, afterRemove: string }} contents `names` below `folder`
 */
export function writeSpec(call, { folder, names, afterInstall, afterRemove }) {
  const [summary] = call.description.split('\n')
  return `Name: ${call.name}
Version: ${call.version}
Release: 1
Summary: ${summary}
License: ${call.license}
URL: ${call.url}
Vendor: ${call.vendor}
AutoReqProv: no
${call.depends.map((name) => `Requires: ${name}`).join('\n')}

%description
${call.description}

%install
mkdir -p %{buildroot}
cp -a '${folder}/.' %{buildroot}

%post
${escapeMacros(afterInstall)}

%postun
# An update removes the older package after it has installed the newer one.
[ "$1" = 0 ] || exit 0
${escapeMacros(afterRemove)}

%files
%defattr(-,root,root,-)
${names.map((name) => `"/${escapeMacros(name)}"`).join('\n')}
`
}

const escapeMacros = (text) => text.replaceAll('%', '%%')
