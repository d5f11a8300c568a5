/**
 * What a review with working attacks found, and the test of each finding: its title begins with the number of the finding,
 * `SEC-11-1` to `SEC-11-12`. A finding whose test is gone, renamed or skipped fails `findings.test.ts`.
 */

/** What was possible, and a test by its file and by words of its title. */
export type Finding = readonly [found: string, file: string, words: string]

export const findings: Readonly<Record<`SEC-11-${number}`, readonly Finding[]>> = {
  // Destinations are trusted before the first byte.
  'SEC-11-1': [
    [
      'a provider that somebody wrote into the file got an environment variable, an API key or a vault secret at once',
      'app/host/destinations.test.ts',
      'sends no conversation, key or secret to a provider of the settings before a yes'
    ],
    [
      'plain http took it to any host',
      'app/host/destinations.test.ts',
      'plain http to another computer is refused with what to do, and nobody is asked'
    ],
    [
      'and to a server, which is a destination, too',
      'app/servers/trust/door.test.ts',
      'refuses plain http to %s, and reads no secret and asks nobody first'
    ],
    [
      'the headers of a collector did the same',
      'app/host/destinations.test.ts',
      'sends no record and no header to a collector of the settings before a yes'
    ],
    [
      'a secret of one destination went to another',
      'app/host/destinations.test.ts',
      'a key that is typed for the usual address is a yes to it, and to no other one that names it'
    ],
    [
      'a secret of one destination went to a server',
      'app/host/destinations.test.ts',
      'a trusted server asks again when a secret that it names was typed for something else since then'
    ],
    [
      'another address, key or header under the same name',
      'app/host/destinations.test.ts',
      'a change asks again and shows what was trusted before'
    ],
    [
      'a trusted address that leads elsewhere',
      'app/host/destinations.test.ts',
      'a redirect of a trusted address is not followed'
    ],
    ['a trust that was taken back', 'app/host/destinations.test.ts', 'a trust that is taken back asks again'],
    [
      'in the real window',
      'e2e/destinations.spec.ts',
      'a provider that the settings file names gets nothing before Trust'
    ],
    [
      'a collector that was replaced while it was opened',
      'app/ledger/otlp-replaced.test.ts',
      'a collector that is replaced while it is being opened gets nothing'
    ],
    [
      'a collector that was refused while a batch went to it',
      'app/ledger/otlp-replaced.test.ts',
      'a collector that is refused while a batch is under way gets not one more request'
    ],
    [
      'headers and keys of variables that a library reads by itself, to any provider',
      'app/models/vendor/every-provider.test.ts',
      'headers and keys in variables that only its SDK knows go nowhere'
    ],
    [
      'the same, to any collector',
      'app/ledger/otlp-export.test.ts',
      'headers of the environment, which no question shows, go to the collector of a policy alone'
    ],
    [
      'a key typed for one known service, which went to another',
      'app/models/routing/provider-destination.test.ts',
      'a key typed for one service is no yes to the address of another'
    ]
  ],
  // One door gives the definition that is connected.
  'SEC-11-2': [
    [
      'a sign-in test after “Keep stopped” reached the server with its secret header',
      'app/host/one-door.test.ts',
      'contacts nobody while the question of trust is open, nor after “Keep stopped”'
    ],
    [
      'a sign-in test of an entry that the policy forbids',
      'app/host/one-door.test.ts',
      'contacts nobody that the policy of the computer forbids'
    ],
    [
      'an entry that became another one',
      'app/host/one-door.test.ts',
      'contacts nobody once the entry is another one than was trusted'
    ],
    [
      'a second door',
      'app/servers/trust/door.test.ts',
      'no product file but the door calls a definition trusted'
    ]
  ],
  // The question of trust tells all.
  'SEC-11-3': [
    [
      'client credentials with a secret after a question that showed none of it',
      'app/servers/definition.test.ts',
      'all of it is shown: flow, issuer, token address, parameters, references to secrets'
    ],
    [
      'what decides where a sign-in goes was not in the fingerprint',
      'app/servers/definition.test.ts',
      'the fingerprint changes with each of it, and not with the order of parameters'
    ],
    [
      'values of variables were masked though no secret',
      'renderer/consent/servers/trust-question.test.tsx',
      'shows literal values of variables, and says where a secret is left out'
    ],
    [
      'an edit showed “changed” with nothing changed',
      'renderer/consent/servers/trust-question.test.tsx',
      'never says changed with nothing shown as changed'
    ],
    [
      'changed values were not shown as a difference',
      'renderer/consent/servers/trust-question.test.tsx',
      'shows a changed value old and new, and a hidden one as changed'
    ],
    [
      '14 of 14 variables that load code passed unwarned',
      'app/servers/definition.test.ts',
      'each variable that loads code is named, whatever the program'
    ],
    [
      'npm_config_registry turned one package into another',
      'app/base/loader-variables.test.ts',
      '%s can make a program load other code'
    ]
  ],
  // Answers come from a person only.
  'SEC-11-4': [
    [
      'a script that added a server and trusted it in 4 ms, in the window',
      'e2e/taken-over-page.spec.ts',
      'a script that adds a server and trusts it in 4 ms is refused'
    ],
    [
      'the same, in the rules',
      'main/ipc/approval/approval.test.ts',
      'that trusts a server 4 ms after it was added is refused'
    ],
    [
      'a yes that no key or pointer gave',
      'main/ipc/approval/approval.test.ts',
      'is refused however long a script waits'
    ],
    [
      'a press that only the page tells of',
      'main/ipc/approval/approval.test.ts',
      'is refused for a press that only the page tells of'
    ],
    [
      'a press within 500 ms',
      'main/ipc/approval/approval.test.ts',
      'goes through with a press in its area, half a second after it was there'
    ],
    [
      'a press in another place than the question',
      'main/ipc/approval/approval.test.ts',
      'is refused where the press was made elsewhere'
    ],
    ['events that a script makes', 'e2e/taken-over-page.spec.ts', 'events that a script makes press nothing'],
    [
      'a press beside the question, in the window',
      'e2e/taken-over-page.spec.ts',
      'a press beside a question, or on its other buttons, is no yes to it'
    ],
    [
      'calls at random',
      'main/ipc/approval/taken-over-page.test.ts',
      'calls at random and gets nothing approved'
    ],
    [
      'each approving call at once',
      'main/ipc/approval/taken-over-page.test.ts',
      'tries each approving call at once and is refused every one'
    ],
    [
      'one press for all calls that wait, those with a warning too',
      'main/ipc/approval/approval.test.ts',
      'allows one call alone where any beside it has %s, whatever the page says it was on'
    ],
    [
      'the same, on a whole core',
      'main/ipc/approval/taken-over-page.test.ts',
      'allows no call with a press whose place it makes up'
    ],
    [
      'more than one thing out of an honest press',
      'main/ipc/approval/taken-over-page.test.ts',
      'gets at most one thing out of an honest press, and no more than lay under it'
    ],
    [
      'the same, in the window',
      'e2e/taken-over-page.spec.ts',
      'calls without end get no more than one thing out of each press in the window'
    ],
    [
      'two presses out of one on a label, where assistive technology runs',
      'e2e/taken-over-page.spec.ts',
      'one press on a label that the page laid over the window is no second one where it leads'
    ],
    [
      'Enter of an input method and in a text, which was a press',
      'preload/presses.test.ts',
      'for a question: %s'
    ],
    ['a screen reader that could not answer after a key', 'preload/presses.test.ts', 'though %s went before'],
    [
      'folders that were refused after ten seconds in the dialog',
      'e2e/presses.spec.ts',
      'folders that are found in the dialog of the system long after the press are added'
    ],
    [
      'a first message that took two presses',
      'e2e/presses.spec.ts',
      'sends the first message of a conversation with folders'
    ],
    [
      'any secret of the vault, deleted without a press as the key of a provider',
      'app/host/destinations.test.ts',
      'can’t delete or replace a secret of somebody else by calling it the key of a provider'
    ],
    [
      'tokens of a sign-in, replaced through the name of a server',
      'app/host/areas/secrets.test.ts',
      'can’t put its own sign-in in the place of another by the name of a server'
    ],
    [
      'what a page knows, written into the address of an icon',
      'app/servers/registry/registry.test.ts',
      'can’t have an icon fetched that the server does not name'
    ],
    [
      'calls at random, in the window',
      'e2e/taken-over-page.spec.ts',
      'calls at random through the real page approve nothing'
    ]
  ],
  // Flows are permissions, not guesses.
  'SEC-11-5': [
    [
      'any encoding, known or made up, over calls and conversations',
      'app/conversation/obedient-model.test.ts',
      'brings no text of one server to another without a yes to that flow, through any disguise'
    ],
    [
      'reversed, rot13, base32, compressed, look-alike letters, separators',
      'app/provenance/disguises.test.ts',
      'is explained as often as the page says: %s'
    ],
    [
      'pieces over several calls',
      'app/provenance/disguises.test.ts',
      'is explained as often as the page says: cut up over calls'
    ],
    [
      'every part that a model reads',
      'app/conversation/context/servers-read.test.ts',
      'are found for every part of which a request holds a word of theirs'
    ],
    [
      'a standing permission for the tool',
      'app/consent/gate/server-flows.test.ts',
      'a standing permission for the tool alone does not cover it'
    ],
    [
      'one question a pair, remembered',
      'app/consent/gate/server-flows.test.ts',
      'always: one question a pair, remembered over a restart'
    ],
    [
      'a receiver that the person exempted',
      'app/consent/gate/server-flows.test.ts',
      'is not asked of a receiver that the person exempted'
    ],
    [
      'the price of it: how often a person is asked',
      'app/testing/bench/consent-day.test.ts',
      'asks at most 30 % as often as asking each time'
    ],
    [
      'a cipher that nobody knows, and the arrow in Settings',
      'e2e/data-flow.spec.ts',
      'a cipher that nobody knows is asked about by the pair of servers, once; the arrow is revoked in Settings'
    ]
  ],
  // Limits of a permission hold.
  'SEC-11-6': [
    [
      'http: and ws: under a yes to https:',
      'app/consent/grants/conditions.test.ts',
      'a yes to https is none to http or ws of the same host'
    ],
    [
      'a dot behind the host',
      'app/consent/grants/conditions.test.ts',
      '%j has none that all programs agree on'
    ],
    [
      '{..,a}/x, wildcards, quotes, line breaks',
      'app/consent/grants/conditions.test.ts',
      '%s can be read in two ways: %j'
    ],
    [
      'whatever a shell would read in another way',
      'app/consent/grants/limit-laws.test.ts',
      'holds nothing that a shell, a search for files or a splitting of lists would read in another way'
    ],
    [
      "the other Unicode form of a folder's name",
      'app/consent/grants/conditions.test.ts',
      "the other Unicode form of a folder's name is another folder"
    ],
    [
      'an argument that is new, or folds alike',
      'app/consent/grants/policy.test.ts',
      'under a limit: %s asks, and is named'
    ],
    [
      'a new name at any depth',
      'app/consent/grants/limit-laws.test.ts',
      'one more, at any depth, is strange'
    ],
    ['a link out of the folder', 'app/consent/grants/real-place.test.ts', 'is not left through a link']
  ],
  // The gate for results is whole.
  'SEC-11-7': [
    [
      'an HTTP 400, failures in words of a server',
      'app/conversation/calls/open-calls.test.ts',
      '%s is no way past the person'
    ],
    [
      'errors of tools',
      'app/conversation/calls/open-calls.test.ts',
      'an error in the words of its server is shown first, too'
    ],
    [
      'output that does not fit its schema',
      'app/conversation/calls/open-calls.test.ts',
      'what does not match the output schema is shown in the words that the model would read'
    ],
    [
      'progress and late answers',
      'app/conversation/calls/open-calls.test.ts',
      'a late answer and the steps of a call are for the person alone'
    ],
    [
      'instructions, and changed descriptions',
      'app/conversation/calls/open-calls.test.ts',
      'instructions stay out, and a tool that changes keeps its words until they are let through'
    ],
    [
      'every state of a call',
      'app/conversation/context/gate-is-whole.test.ts',
      'holds nothing of a call that is %s and was refused'
    ],
    [
      'instructions and descriptions, in the request',
      'app/conversation/context/gate-is-whole.test.ts',
      'holds of a changed tool, and of changed instructions, what was let through before'
    ],
    [
      'new tools after list_changed',
      'app/host/server-words.test.ts',
      'holds names, titles and descriptions of tools that come with list_changed, with the difference'
    ],
    [
      'a changed tool that was never called, after a restart',
      'app/host/server-words.test.ts',
      'holds a tool that changed while Parley was closed, though nobody ever called it'
    ],
    [
      'words that were held back, and put to nobody',
      'app/host/server-words.test.ts',
      'tells a model nothing of a server before the person let it through, in one question, once'
    ],
    [
      'words that a wide permission or a lock file had pinned',
      'app/host/server-words.test.ts',
      'counts no permission and no lock file for words that were shown'
    ],
    [
      'a kind of part or content that nobody thought of',
      'app/conversation/context/gate-is-whole.test.ts',
      'holds nothing of a server in a part of the kind %s, unless it was passed on'
    ],
    [
      'attached resources and prompts',
      'app/conversation/attachments/review-attachments.test.ts',
      'is shown whole, each by itself, and goes as it came'
    ]
  ],
  // Trust means the program.
  'SEC-11-8': [
    [
      'a script that was changed since it was trusted',
      'app/host/trusted-program.test.ts',
      'a script that was changed since then runs only after another yes that names it'
    ],
    [
      'a link that leads elsewhere',
      'app/host/trusted-program.test.ts',
      'a link that leads elsewhere now is another program'
    ],
    [
      'a package that is fetched anew',
      'app/host/trusted-program.test.ts',
      'fixed and loose packages are told apart, without running npx'
    ],
    [
      'a permission that can write a trusted program',
      'app/consent/tools/program-warnings.test.ts',
      'a folder above such a file, in the call or in the permission that is offered, says so'
    ],
    [
      'the same, in the window',
      'e2e/trusted-program.spec.ts',
      'a script that was edited since it was trusted asks again, and says which file changed'
    ]
  ],
  // Neither the policy nor a switch is set aside from outside.
  'SEC-11-9': [
    [
      '26 of 26 other variables passed, two ran code',
      'app/policy-file/read-policy.test.ts',
      'may not with %s in the entry, which the rule does not name'
    ],
    [
      'the Windows folder came from %ProgramData%',
      'main/policy/program-data.test.ts',
      'comes from the registry: %s'
    ],
    [
      'the program that tells it came from a variable',
      'main/policy/program-data.test.ts',
      'is asked of the program in the folder that the system itself was loaded from'
    ],
    [
      'no rules for providers',
      'app/policy-file/read-policy.test.ts',
      '%s at %s may not, and the reason names both'
    ],
    [
      'no rules for collectors',
      'app/policy-file/read-policy.test.ts',
      'are those that are named, and the one that the policy itself sends to'
    ],
    [
      'providers that a policy does not name, on the whole core',
      'app/host/areas/managed-destinations.test.ts',
      'a provider may be asked from the moment on in which the policy names it, and no longer'
    ],
    [
      'collectors that a policy does not name, on the whole core',
      'app/host/areas/managed-destinations.test.ts',
      'a collector that the policy does not name gets nothing, and nobody is asked to trust it'
    ],
    [
      'weakening changes of the file',
      'app/settings/guard/hold-back.test.ts',
      'says what was and what would be'
    ],
    [
      'a review that is switched off from outside',
      'app/settings/store/outside-changes.test.ts',
      'a review that is switched off from outside goes on until the yes, and the file is left alone'
    ],
    [
      'the notice with the difference',
      'renderer/shell/held-settings-banner.test.tsx',
      'tells the difference: %j'
    ]
  ],
  // Nothing of a server speaks as Parley.
  'SEC-11-10': [
    [
      'a name of prose that speaks as Parley',
      'renderer/consent/tool-call/tool-question.test.tsx',
      'that is prose can not speak as Parley: quoted, short, marked, and whole on request'
    ],
    [
      'the same, in the window',
      'e2e/odd-names.spec.ts',
      'a tool with prose for a name is quoted, short and marked; its server stands in its own place'
    ],
    [
      'orders in default, enum, const, examples, $comment, a property name',
      'app/consent/grants/grants.test.ts',
      'an order in %s is one in the words of the definition'
    ],
    [
      'the same, in what is looked for in calls',
      'app/conversation/context/definition-texts.test.ts',
      'words in %s are words of the definition, which are looked for in calls'
    ],
    [
      'a press begun before the half second and let go after it',
      'main/ipc/approval/approval.test.ts',
      'is refused where the press began before the half second was over, whenever it was let go'
    ],
    [
      'the same, in the button',
      'renderer/ui/controls/guarded-button.test.tsx',
      'a press of the %s that was begun while it slept does nothing when it is let go'
    ],
    [
      'the same, in the window',
      'e2e/taken-over-page.spec.ts',
      'a press that is begun before the half second and let go after it does not count'
    ],
    [
      'the first press after the window was hidden',
      'e2e/taken-over-page.spec.ts',
      'the first press after the window was out of sight does not count, the next one does'
    ],
    [
      'a grant between list_changed and the new list',
      'app/consent/grants/policy.test.ts',
      '%s does not hold while other tools were announced and are not listed yet'
    ],
    ['annotations in the pin', 'app/consent/grants/grants.test.ts', 'another %s counts'],
    [
      'icons, _meta and execution, which are said not to be in it',
      'app/consent/grants/grants.test.ts',
      'another %s is no part of the pin'
    ],
    [
      'the cut end of the ledger, told at the start',
      'app/ledger/ledger.test.ts',
      'tells the person at the start how many entries are missing, also where the note beside them went with them'
    ]
  ],
  // Searches, addresses, schemas, forms, the page, the ledger.
  'SEC-11-11': [
    [
      'base64 three and four times, behind escapes',
      'app/provenance/encodings.test.ts',
      'is found through base64 three and four times, behind escapes and between them'
    ],
    ['hex as 0x50, 0x61', 'app/provenance/encoded-bytes.test.ts', 'are read %s'],
    [
      'what the search gives up on',
      'app/provenance/encodings.test.ts',
      'what lies in more encodings than are looked through is told of as unread'
    ],
    [
      'one private record that widened what a sign-in may reach',
      'app/net/guarded-request.test.ts',
      'is never so by one private record among others, nor by none'
    ],
    [
      'a name that changes between look-up and connection',
      'app/net/guarded-request.test.ts',
      'goes to the very address that was checked: a name that changes in between changes nothing'
    ],
    [
      'a hostile output schema that held all servers',
      'app/mcp/schemas/schema-checks.test.ts',
      'a hostile output schema of one server holds up no message and no check of another'
    ],
    [
      'a schema check without end',
      'app/mcp/schemas/schema-checks.test.ts',
      'that does not answer in time is ended, and the check says that it took too long'
    ],
    [
      '{} and [], objects and pairs with one hash',
      'app/consent/definition-hash.test.ts',
      '%o and %o are two definitions'
    ],
    ['mailto: with fields that nobody saw', 'app/contract/approval/mail-link.test.ts', '%s becomes %s'],
    [
      'fields that ask for secrets in other words and languages',
      'app/server-requests/near-secrets.test.ts',
      '%s: %s'
    ],
    [
      'a message that asks for the PIN of a card',
      'app/server-requests/near-secrets.test.ts',
      'by the message: %s'
    ],
    ['a description that asks for one', 'app/server-requests/near-secrets.test.ts', 'by a description: %s'],
    [
      'one word of negation that switched the look off',
      'app/server-requests/near-secrets.test.ts',
      'in spite of a no, in %s: %s'
    ],
    [
      'such a form, in the window',
      'e2e/elicitation.spec.ts',
      'a form whose words are near those of a secret holds Submit until a second look'
    ],
    [
      'doubts about PKCE',
      'app/auth/sign-in/odd-servers.test.ts',
      'doubts about PKCE are said in the question: where nothing is published, and where it is left out'
    ],
    [
      'batch files on Windows',
      'app/mcp/transports/stdio/command-resolution.test.ts',
      'on Windows %s is no shell: its script is run with Node'
    ],
    [
      'host-resolver-rules on the command line',
      'main/page/shut-network.test.ts',
      'host-resolver-rules and the like on the command line count in development only'
    ],
    ['WebRTC in the page', 'e2e/page-network.spec.ts', 'WebRTC finds no address and reaches no server'],
    [
      'look-ups ahead of time in the page',
      'e2e/page-network.spec.ts',
      'nothing is looked up or connected ahead, and no request leaves'
    ],
    [
      'the same call again and again',
      'app/consent/gate/gate.test.ts',
      'the same call again and again asks, whatever was granted before or meanwhile'
    ],
    [
      'no entry for listing models and keys in headers',
      'app/host/areas/ledger.test.ts',
      'knows every recipient of a conversation: model, servers, what was answered and the link'
    ],
    [
      'no entry for connecting',
      'app/host/ways-out.test.ts',
      'a remote server hears nothing before it is trusted'
    ]
  ],
  // What Parley is made of.
  'SEC-11-12': [
    [
      'programs of packages ran at the installation',
      'scripts/setup/install-scripts.test.mjs',
      'a package that the lock marks is refused until it is named'
    ],
    ['the same, by hand', 'scripts/setup/install-scripts.test.mjs', 'a plain `npm install` runs none either'],
    [
      '45 packages without a sum',
      'scripts/setup/lock-file.test.mjs',
      'every package of our lock file has the sum of its contents'
    ],
    [
      'a package that is another one than the lock says',
      'scripts/setup/dependencies.test.mjs',
      'npm installs nothing whose contents have another sum than the lock says'
    ],
    [
      'a sum of noughts, which no content has',
      'scripts/setup/lock-file.test.mjs',
      'a package without a sum, or with one of a kind that was broken, cut short or of noughts, is found'
    ],
    [
      'a set-up that takes a lock without sums',
      'scripts/setup/dependencies.test.mjs',
      'a lock that does not say what a package holds is refused before anything is installed'
    ],
    [
      'an unpacked runtime that was changed',
      'scripts/electron/verify.test.mjs',
      'a program of the same size and with its old times set back is still found out'
    ],
    [
      'a list that lies beside a changed runtime',
      'scripts/electron/verify.test.mjs',
      'the runtime of the registry is held against the pinned sum, whatever a list beside it says'
    ],
    [
      'npm start as root said nothing',
      'scripts/setup/library-packages.test.mjs',
      'root is told what will be installed and why'
    ],
    [
      'an Electron out of support said nothing',
      'renderer/shell/about/runtime-notice.test.tsx',
      'a runtime out of support says its version and what to do, and takes no focus'
    ],
    [
      'the same, in the window',
      'e2e/about.spec.ts',
      'a runtime out of support says so beside the list, once; About has the licences'
    ],
    [
      'packages without their licence texts',
      'scripts/build/licences.test.mjs',
      'a package without terms has an empty text, which ends the build'
    ]
  ]
}
