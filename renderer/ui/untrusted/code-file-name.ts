/** The suggested file name of saved code. Only the language of its block decides the ending. */

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

/** `code.py` for `python`, `code.txt` for an unknown language. */
export function codeFileName(base: string, language: string): string {
  const name = language.toLowerCase()
  return `${base}.${Object.hasOwn(endings, name) ? endings[name] : 'txt'}`
}
