import { expect, test } from 'vitest'
import { isLoaderVariable } from './loader-variables'

test.each([
  'NODE_OPTIONS',
  'LD_PRELOAD',
  'LD_AUDIT',
  'DYLD_INSERT_LIBRARIES',
  'PYTHONPATH',
  'PYTHONSTARTUP',
  'PYTHONWARNINGS',
  'BASH_ENV',
  'BASH_FUNC_ls%%',
  'npm_config_registry',
  'NPM_CONFIG_REGISTRY',
  'npm_config_node_options',
  'YARN_REGISTRY',
  'UV_INDEX_URL',
  'UV_DEFAULT_INDEX',
  'PIP_INDEX_URL',
  'PIPX_DEFAULT_PYTHON',
  'BUN_CONFIG_REGISTRY',
  'DENO_DIR',
  'GIT_SSH_COMMAND',
  'GIT_CONFIG_COUNT',
  'PERL5LIB',
  'PERL5OPT',
  'RUBYOPT',
  'RUBYLIB',
  'JAVA_TOOL_OPTIONS',
  '_JAVA_OPTIONS',
  'CLASSPATH',
  'DOTNET_STARTUP_HOOKS',
  'CORECLR_PROFILER_PATH',
  'PHPRC',
  'LUA_INIT',
  'GOFLAGS',
  'RUSTC_WRAPPER',
  'OPENSSL_CONF',
  'GCONV_PATH',
  'DOCKER_HOST',
  'ELECTRON_RUN_AS_NODE',
  'PATH',
  'Path',
  'ComSpec',
  'HOME',
  'XDG_CONFIG_HOME',
  ' NODE_OPTIONS'
])('SEC-11-3 %s can make a program load other code', (name) => {
  expect(isLoaderVariable(name)).toBe(true)
})

test.each([
  'API_KEY',
  'GITHUB_TOKEN',
  'GOOGLE_API_KEY',
  'NODE_ENV',
  'PYTHONUNBUFFERED',
  'LOG_LEVEL',
  'MEMORY_FILE_PATH',
  'LANG',
  'LDAP_HOST',
  'HTTPS_PROXY'
])('%s is an ordinary variable', (name) => {
  expect(isLoaderVariable(name)).toBe(false)
})
