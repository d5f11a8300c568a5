/**
 * Environment variables that make a program load different code, find other programs or packages, or trust other
 * certificates. Used by the trust question and by policies.
 */

/** Prefixes, because every release of these programs adds new variables. */
const prefixes = [
  // The system's loader.
  'LD_',
  'DYLD_',
  'LDR_',
  'MALLOC_',
  'BASH_FUNC_',
  // Package managers and their runners: where code comes from.
  'NPM_',
  'YARN_',
  'PNPM_',
  'COREPACK_',
  'BUN_',
  'DENO_',
  'UV_',
  'PIP_',
  'PIPX_',
  'POETRY_',
  'CONDA_',
  'GEM_',
  'BUNDLE_',
  'CARGO_',
  'RUSTUP_',
  'NUGET_',
  'COMPOSER_',
  // Version managers: select the program that a name runs.
  'NVM_',
  'FNM_',
  'VOLTA_',
  'ASDF_',
  'MISE_',
  'PYENV_',
  'RBENV_',
  'SDKMAN_',
  // Runtimes that load what the variable names.
  'DOTNET_',
  'CORECLR_',
  'COR_',
  'COMPLUS_',
  'ELECTRON_',
  'LUA_',
  'JULIA_',
  'R_PROFILE',
  'R_ENVIRON',
  'R_LIBS',
  'ERL_',
  'GIT_',
  'DOCKER_',
  'CONTAINER_',
  'CONTAINERS_',
  'BUILDKIT_',
  'GST_PLUGIN',
  'VK_',
  'QT_',
  'GIO_',
  'GTK_',
  'XDG_'
] as const

const names = [
  // Node and Bun
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'NODE_REPL_EXTERNAL_MODULE',
  'NODE_COMPILE_CACHE',
  'NODE_ICU_DATA',
  'NODE_OPENSSL_CONF',
  'TS_NODE_PROJECT',
  'TS_NODE_COMPILER',
  'TS_NODE_REQUIRE',
  'TSX_TSCONFIG_PATH',
  // Python
  'PYTHONPATH',
  'PYTHONSTARTUP',
  'PYTHONHOME',
  'PYTHONINSPECT',
  'PYTHONUSERBASE',
  'PYTHONPLATLIBDIR',
  'PYTHONEXECUTABLE',
  'PYTHONWARNINGS',
  'PYTHONBREAKPOINT',
  'PYTHONCASEOK',
  'PYTHONPYCACHEPREFIX',
  'PYTHONSAFEPATH',
  'VIRTUAL_ENV',
  // Perl, Ruby, PHP
  'PERL5LIB',
  'PERL5OPT',
  'PERL5DB',
  'PERLLIB',
  'RUBYLIB',
  'RUBYOPT',
  'RUBYSHELL',
  'PHPRC',
  'PHP_INI_SCAN_DIR',
  // Java
  'JAVA_TOOL_OPTIONS',
  '_JAVA_OPTIONS',
  'JDK_JAVA_OPTIONS',
  'JAVA_OPTS',
  'JAVA_HOME',
  'CLASSPATH',
  'MAVEN_OPTS',
  'MAVEN_ARGS',
  'GRADLE_OPTS',
  // Go, Rust
  'GOFLAGS',
  'GOENV',
  'GOROOT',
  'GOPATH',
  'GOBIN',
  'GOPROXY',
  'GOPRIVATE',
  'GOSUMDB',
  'GONOSUMDB',
  'GOINSECURE',
  'GOTOOLCHAIN',
  'RUSTC',
  'RUSTC_WRAPPER',
  'RUSTFLAGS',
  // Shells, and programs that are started by name
  'BASH_ENV',
  'BASH_LOADABLES_PATH',
  'ENV',
  'ZDOTDIR',
  'FPATH',
  'PROMPT_COMMAND',
  'PS4',
  'SHELLOPTS',
  'BASHOPTS',
  'IFS',
  'CDPATH',
  'SHELL',
  'PATH',
  'PATHEXT',
  'COMSPEC',
  'PSMODULEPATH',
  'EDITOR',
  'VISUAL',
  'PAGER',
  'MANPAGER',
  'LESSOPEN',
  'LESSCLOSE',
  'BROWSER',
  'SSH_ASKPASS',
  'SUDO_ASKPASS',
  // Locations of settings that name code
  'HOME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'SYSTEMROOT',
  'WINDIR',
  'CURL_HOME',
  // Modules and certificates of libraries
  'GLIBC_TUNABLES',
  'GCONV_PATH',
  'LOCPATH',
  'NLSPATH',
  'LIBPATH',
  'SHLIB_PATH',
  'HOSTALIASES',
  'GDK_PIXBUF_MODULE_FILE',
  'GDK_PIXBUF_MODULEDIR',
  'LIBGL_DRIVERS_PATH',
  'OPENSSL_CONF',
  'OPENSSL_MODULES',
  'OPENSSL_ENGINES',
  'SSLKEYLOGFILE',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE'
] as const

const known: ReadonlySet<string> = new Set(names)

/** Variables that many entries set for ordinary reasons: search paths of programs and their files. */
const searchPlaces: ReadonlySet<string> = new Set([
  ...['PATH', 'HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'SYSTEMROOT', 'WINDIR'],
  ...['JAVA_HOME', 'GOPATH', 'VIRTUAL_ENV', 'BROWSER', 'DOCKER_HOST', 'UV_PYTHON', 'UV_CACHE_DIR'],
  ...['NPM_CONFIG_LOGLEVEL', 'NPM_CONFIG_CACHE', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'XDG_CONFIG_HOME', 'XDG_CACHE_HOME', 'XDG_DATA_HOME']
])

export function isSearchPlace(name: string): boolean {
  return searchPlaces.has(name.trim().toUpperCase())
}

/** Ignores case: npm reads `npm_config_registry` and `NPM_CONFIG_REGISTRY`, and Windows ignores case. */
export function isLoaderVariable(name: string): boolean {
  const upper = name.trim().toUpperCase()
  return known.has(upper) || prefixes.some((prefix) => upper.startsWith(prefix))
}
