// What a commit message looks like: `type(scope): imperative`, under 72 characters. `npm run check commits` runs it over the
// commits since main. As a hook: `npx commitlint --edit "$1"` in `.git/hooks/commit-msg`.

import { isImperative, isKnownScope } from './scripts/commits/rules.mjs'

export default {
  extends: ['@commitlint/config-conventional'],
  plugins: [{ rules: { 'scope-known': isKnownScope, 'subject-imperative': isImperative } }],
  rules: {
    'header-max-length': [2, 'always', 71],
    'body-max-line-length': [0],
    'scope-known': [2, 'always'],
    'subject-imperative': [2, 'always']
  }
}
