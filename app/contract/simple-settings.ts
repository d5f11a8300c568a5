/**
 * The settings that hold one value each, in the file as a whole and in the entry of a server. What may be written, what
 * holds without it and what it means is said here, once: the file's schema, the views, the edits, the schema for editors
 * and the tables in docs/settings.md are made from it. The window takes types from here and no values: it has no zod.
 */
import { z } from 'zod'
import { languageChoices, logLevels, defaultCurrency, thinkingLevels, titleSources } from './limits'
import { pingInterval, restTime, timeLimit } from './choices/times'
import { serverSetting, setting, usualOf, valuesOf } from './descriptors/setting-descriptor'
import { toldSettings } from './descriptors/told-settings'
import { dictionaryName } from './dictionaries/dictionary-name'
import { spellingLimits } from './dictionaries/spelling-limits'

export type { SettingDescriptor, Weakens } from './descriptors/setting-descriptor'

export const themes = ['light', 'dark', 'system'] as const

/** For the quick window, from wherever the person is. A few and no others: free text could take any key of the system. */
export const quickShortcuts = [
  'CmdOrCtrl+Shift+Space',
  'CmdOrCtrl+Alt+Space',
  'CmdOrCtrl+Alt+P',
  'Alt+Shift+P'
] as const
export type QuickShortcut = (typeof quickShortcuts)[number]

const onlyTime = { never: 'It is about time alone, and a call can be stopped.' }
const onlyLooks = { never: 'It is about what the screen looks like.' }
const runsByTrust = { never: 'What it lets start is started only with the trust that it was given.' }

/** By their place in the file. */
export const simpleSettings = {
  'models.default': setting(
    z
      .string()
      .max(300)
      .regex(/^(direct|[^/]+\/[\s\S]+)$/, 'model'),
    null,
    {
      about:
        'The model of a new conversation: "<provider name>/<model id>", or "direct" to call tools without a language model.',
      weakens: { never: 'Its provider gets nothing before it is trusted.' }
    }
  ),
  'models.currency': setting(z.string().regex(/^[A-Z]{3}$/, 'currency'), defaultCurrency, {
    about: 'Of the prices: a code of three letters.',
    weakens: onlyLooks
  }),
  'models.spendingPerDay': setting(z.number().min(0).max(1_000_000), null, {
    about:
      'How much the answers of models may cost in a day, those to servers included; once it is spent no model is asked any more. Without it there is no limit.',
    weakens: 'changed'
  }),
  'models.spendingPerMonth': setting(z.number().min(0).max(1_000_000), null, {
    about: 'The same for a month of the calendar.',
    weakens: 'changed'
  }),
  'models.thinking': setting(z.record(z.string().max(300), z.enum(thinkingLevels)), null, {
    about:
      'How much models think before they answer, by "<provider name>/<model id>": "off", "low", "medium" or "high". A model that is not named does as it does by itself.',
    weakens: { never: 'It is about what an answer takes, and an answer can be stopped.' }
  }),
  'models.temperature': setting(z.record(z.string().max(300), z.number().min(0).max(2)), null, {
    about:
      'How freely single models choose their words, from 0 to 2, by "<provider name>/<model id>"; counts before conversation.temperature.',
    weakens: { never: 'It is about the words of the model alone.' }
  }),
  'models.maxOutputTokens': setting(z.record(z.string().max(300), z.int().min(1).max(1_000_000)), null, {
    about:
      'The longest answer of single models, in tokens, by "<provider name>/<model id>"; counts before conversation.maxOutputTokens. Never more than the model writes.',
    weakens: { never: 'An answer can be stopped.' }
  }),
  'conversation.maxToolSteps': setting(z.int().min(1).max(1_000), 50, {
    about: 'How often a model may use tools and go on before a turn stops by itself.',
    weakens: 'raised'
  }),
  'conversation.toolShare': setting(z.number().min(0).max(100), 3, {
    about:
      'How much of what a model can read the definitions of tools may take up, in percent. Beyond it the model finds tools by a search, and those that it finds are sent from then on.',
    weakens: { never: 'A tool that is found is asked about as any other.' }
  }),
  'conversation.codeMode': setting(z.boolean(), false, {
    about:
      'Whether models get the tools as functions of a script, which they write and Parley runs in a sandbox, in place of calling one tool after another.',
    weakens: { never: 'Each call of a script is asked about as any other.' }
  }),
  'conversation.resultLimit': setting(z.int().min(1_000).max(100_000), 50_000, {
    about:
      'How many characters of one result of a tool a model gets at once. Longer ones are kept whole beside the conversation: the model gets the beginning and can read on.',
    weakens: { never: 'What a model may read stays the same; it is about how much at once.' }
  }),
  'conversation.contextShare': setting(z.int().min(10).max(95), 80, {
    about:
      'How much of what a model can read at once a request may fill, in percent. Beyond it older results of tools are left out of it, which the model can read again, and a summary of what is older is offered.',
    weakens: { never: 'Nothing more is sent by it, and what is left out is kept.' }
  }),
  'conversation.systemPrompt': setting(z.string().max(100_000), '', {
    about: 'What every model is told before the conversation.',
    weakens: 'changed'
  }),
  'conversation.maxOutputTokens': setting(z.int().min(1).max(1_000_000), null, {
    about: 'The longest answer that a model is asked for, in tokens; without it as long as the model takes.',
    weakens: { never: 'An answer can be stopped.' }
  }),
  'conversation.temperature': setting(z.number().min(0).max(2), null, {
    about: 'How freely a model chooses its words, from 0 to 2; left out for models that take none.',
    weakens: { never: 'It is about the words of the model alone.' }
  }),
  'conversation.titles': setting(z.enum(titleSources), 'words', {
    about:
      'What a conversation is called until you rename it: "words", its first words, or "model", a title by the cheapest known model of the provider that has answered in it.',
    weakens: {
      never: 'Only a provider that has read the conversation is asked, and it counts for the limits.'
    }
  }),
  'appearance.theme': setting(z.enum(themes), 'system', {
    about: 'Light, dark, or as the system has it.',
    weakens: onlyLooks
  }),
  'appearance.notifications': setting(z.boolean(), true, {
    about:
      'Whether the system tells you that a question or an answer waits while the window is not in front. It holds no words of models or servers.',
    weakens: { never: 'Nothing can be answered there.' }
  }),
  'desktop.developerTools': setting(z.boolean(), false, {
    about:
      'Whether the menu has the developer tools of the window. They show and change everything that it holds.',
    weakens: 'on'
  }),
  'appearance.language': setting(z.enum(languageChoices), 'system', {
    about: 'Language of the screen; English where the system speaks none of them.',
    weakens: onlyLooks
  }),
  'spelling.check': setting(z.boolean(), true, {
    about:
      'Whether misspelt words of a message are marked as you write it. They are looked up on this computer alone. On macOS the system does that by itself.',
    weakens: onlyLooks
  }),
  'spelling.languages': setting(z.array(dictionaryName).max(spellingLimits.languages), null, {
    about:
      'The dictionaries that know what is right, by the names of their files: "en", "de_DE". Without it those of the language of the screen and English.',
    weakens: onlyLooks
  }),
  'directory.registry': setting(
    z
      .string()
      .max(2_000)
      .regex(/^https?:\/\/[^\s/]/i, 'address'),
    null,
    {
      about:
        'Address of a registry of servers with the interface of the official one, such as "https://registry.modelcontextprotocol.io". Without it the directory has the list that comes with Parley.',
      weakens: { never: 'It gets nothing before it is trusted, and what it offers is added by the person.' }
    }
  ),
  'desktop.shortcut': setting(z.enum(quickShortcuts), null, {
    about:
      'Keys that bring up the quick window from any program while Parley runs. Without it Parley takes no keys of other programs.',
    weakens: { never: 'It shows a window of Parley, and nothing is sent by that.' }
  }),
  'desktop.tray': setting(z.boolean(), false, {
    about:
      'Whether Parley has a sign in the tray and runs on, with its servers, when its last window is closed.',
    weakens: 'on'
  })
} as const

/** Of an entry under `mcpServers`: `key` there, the name elsewhere. */
export const serverSettings = {
  isDisabled: serverSetting(
    'disabled',
    setting(z.boolean(), false, {
      about: 'Switches the server off. It can still be started by hand.',
      weakens: runsByTrust
    })
  ),
  isAutoStart: serverSetting(
    'autoStart',
    setting(z.boolean(), true, {
      about: 'Whether the server starts together with Parley.',
      weakens: runsByTrust
    })
  ),
  startsOnUse: serverSetting(
    'startOnUse',
    setting(z.boolean(), false, {
      about:
        'Whether the server starts with the first use of its tools, resources or prompts, which are known from its last run, and not with Parley.',
      weakens: runsByTrust
    })
  ),
  sleepAfterMs: serverSetting(
    'sleepAfterMs',
    setting(restTime, 1_800_000, {
      about:
        'How long a server that starts when it is used may rest unused before it stops until its next use, in milliseconds; 0: it stays.',
      weakens: onlyTime
    })
  ),
  group: serverSetting(
    'group',
    setting(z.string().min(1).max(60), null, {
      about: 'A group of your own, such as "work": its servers are switched on and off together.',
      weakens: { never: 'It is a name to switch several servers by.' }
    })
  ),
  groups: serverSetting(
    'groups',
    setting(z.array(z.string().min(1).max(60)).max(20), null, {
      about:
        'Further groups of your own, such as "writing" and "travel": sets of servers for a purpose, which a conversation takes or leaves as a whole. A server may be in several.',
      weakens: { never: 'They are names to switch several servers by.' }
    })
  ),
  timeoutMs: serverSetting(
    'timeoutMs',
    setting(timeLimit, 60_000, {
      about: 'How long a call may be silent, in milliseconds. Progress starts the time anew.',
      weakens: onlyTime
    })
  ),
  maxTotalTimeoutMs: serverSetting(
    'maxTotalTimeoutMs',
    setting(timeLimit, 600_000, {
      about: 'How long a call may take in all, progress or not, in milliseconds.',
      weakens: onlyTime
    })
  ),
  connectTimeoutMs: serverSetting(
    'connectTimeoutMs',
    setting(timeLimit, 30_000, {
      about:
        'How long the server may take from its start to its list of tools, in milliseconds. A download before it does not count. Counts from the next start.',
      weakens: onlyTime
    })
  ),
  installTimeoutMs: serverSetting(
    'installTimeoutMs',
    setting(timeLimit, 600_000, {
      about:
        'How long npx, uvx, docker and the like may download before the server runs, in milliseconds. Counts from the next start.',
      weakens: onlyTime
    })
  ),
  usesInstructions: serverSetting(
    'useInstructions',
    setting(z.boolean(), true, {
      about: 'Whether what the server says about its tools is told to the model.',
      weakens: 'on'
    })
  ),
  reviewsResults: serverSetting(
    'reviewResults',
    setting(z.boolean(), false, {
      about: 'Whether what its tools give back is shown to you before a model reads it.',
      weakens: 'off'
    })
  ),
  receivesEverything: serverSetting(
    'receiveFromAll',
    setting(z.boolean(), false, {
      about:
        'Whether text of every other server may go to its tools without a question about that: for a server of your own.',
      weakens: 'on'
    })
  ),
  areIconsAllowed: serverSetting(
    'showIcons',
    setting(z.boolean(), false, {
      about: 'Whether icons that the server names may be fetched from the network.',
      weakens: 'on'
    })
  ),
  logLevel: serverSetting(
    'logLevel',
    setting(z.enum(logLevels), null, {
      about: 'From which level on the server is asked for log messages. Without it the server decides.',
      weakens: { never: 'Log messages are shown, no model reads them.' }
    })
  ),
  ...toldSettings,
  pingIntervalMs: serverSetting(
    'pingIntervalMs',
    setting(pingInterval, 30_000, {
      about:
        'Time between two questions whether a quiet connection still works, in milliseconds; 0 for none. Counts from the next start of the server.',
      weakens: onlyTime
    })
  )
} as const

export const simpleValues = valuesOf(simpleSettings)
export type SimpleValues = z.infer<typeof simpleValues>
/** Those that are not named stay as they are; null takes one out of the file. */
export const simpleChanges = simpleValues.partial()
export type SimpleChanges = z.infer<typeof simpleChanges>

export const serverChoices = valuesOf(serverSettings)
export type ServerChoices = z.infer<typeof serverChoices>
/** Those that are not named stay as they are. */
export const serverChanges = serverChoices.partial()
export type ServerChanges = z.infer<typeof serverChanges>

export const usualValues = usualOf<SimpleValues>(simpleSettings)
export const usualChoices = usualOf<ServerChoices>(serverSettings)

/** The choices alone, of whatever has them. */
export function choicesOf(owner: ServerChoices): ServerChoices {
  const names = Object.keys(serverSettings) as (keyof ServerChoices)[]
  return Object.fromEntries(names.map((name) => [name, owner[name]])) as unknown as ServerChoices
}
