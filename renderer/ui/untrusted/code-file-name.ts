/** Under which name code is offered for saving: what its block calls it decides the ending, and nothing else. */

const endings: Readonly<Record<string, string>> = {
  bash: 'sh',
  c: 'c',
  cpp: 'cpp',
  'c++': 'cpp',
  csharp: 'cs',
  cs: 'cs',
  css: 'css',
  csv: 'csv',
  diff: 'diff',
  go: 'go',
  html: 'html',
  ini: 'ini',
  java: 'java',
  javascript: 'js',
  js: 'js',
  json: 'json',
  jsx: 'jsx',
  kotlin: 'kt',
  kt: 'kt',
  lua: 'lua',
  markdown: 'md',
  md: 'md',
  perl: 'pl',
  php: 'php',
  py: 'py',
  python: 'py',
  r: 'r',
  rb: 'rb',
  rs: 'rs',
  ruby: 'rb',
  rust: 'rs',
  scss: 'scss',
  sh: 'sh',
  shell: 'sh',
  sql: 'sql',
  svg: 'svg',
  swift: 'swift',
  tex: 'tex',
  toml: 'toml',
  ts: 'ts',
  tsx: 'tsx',
  typescript: 'ts',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yml'
}

/** `code.py` for `python`, `code.txt` for a language that nobody knows. */
export function codeFileName(base: string, language: string): string {
  const name = language.toLowerCase()
  return `${base}.${Object.hasOwn(endings, name) ? endings[name] : 'txt'}`
}
