/**
 * Settings with one value, for the file as a whole and for the entry of a server. Each descriptor has the schema, the
 * default and the description. The parser, the views, the edits, the schema for editors and the tables in
 * docs/settings.md are made from it. The window imports only types from here, because it doesn't load zod.
 */
import { z } from 'zod'
import { languageChoices, logLevels, defaultCurrency, thinkingLevels, titleSources } from './limits'
import { pingInterval, restTime, timeLimitSchema } from './settings/times'
import {
  serverSetting,
  setting,
  defaultSettingValues,
  settingValuesSchema
} from './settings/setting-descriptor'
import { healthSettings } from './settings/health-settings'
import { toldSettings } from './settings/told-settings'
import { traceSettings } from './settings/trace-settings'
import { dictionaryName } from './settings/dictionary-name'
import { spellingLimits } from './settings/spelling-limits'

export type { SettingDescriptor, Weakens } from './settings/setting-descriptor'

export const themes = ['light', 'dark', 'system'] as const

/** Shortcuts of the quick window. The choice is fixed, because free text could take any key of the system. */
export const quickShortcuts = [
  'CmdOrCtrl+Shift+Space',
  'CmdOrCtrl+Alt+Space',
  'CmdOrCtrl+Alt+P',
  'Alt+Shift+P'
] as const
export type QuickShortcut = (typeof quickShortcuts)[number]

const onlyTime = { never: 'It only changes a time limit, and a call can be stopped.' }
const onlyLooks = { never: 'It only changes the look of the screen.' }
const runsByTrust = { never: 'A server still starts only with its trust.' }

/** By path in the file. */
export const simpleSettings = {
  'models.default': setting(
    z
      .string()
      .max(300)
      .regex(/^(direct|[^/]+\/[\s\S]+)$/, 'model'),
    null,
    {
      about:
        'The model of new conversations: "<provider name>/<model id>", or "direct" to call tools without a model.',
      weakens: { never: 'Its provider gets nothing before it is trusted.' }
    }
  ),
  'models.currency': setting(z.string().regex(/^[A-Z]{3}$/, 'currency'), defaultCurrency, {
    about: 'Currency of the prices, as a code of three letters.',
    weakens: onlyLooks
  }),
  'models.spendingPerDay': setting(z.number().min(0).max(1_000_000), null, {
    about:
      'The most that answers of models may cost per day, including answers to servers. After that, Parley asks no model. Not set: no limit.',
    weakens: 'changed'
  }),
  'models.spendingPerMonth': setting(z.number().min(0).max(1_000_000), null, {
    about: 'The same for a calendar month.',
    weakens: 'changed'
  }),
  'models.thinking': setting(z.record(z.string().max(300), z.enum(thinkingLevels)), null, {
    about:
      'How much models think before they answer, by "<provider name>/<model id>": "off", "low", "medium" or "high". Other models use their default.',
    weakens: { never: 'It only changes the cost of an answer, and an answer can be stopped.' }
  }),
  'models.temperature': setting(z.record(z.string().max(300), z.number().min(0).max(2)), null, {
    about:
      'Temperature by "<provider name>/<model id>", from 0 (predictable) to 2 (varied). Overrides conversation.temperature.',
    weakens: { never: 'It only changes how the model writes.' }
  }),
  'models.maxOutputTokens': setting(z.record(z.string().max(300), z.int().min(1).max(1_000_000)), null, {
    about:
      'The longest answer in tokens, by "<provider name>/<model id>". Overrides conversation.maxOutputTokens. The limit of the model still applies.',
    weakens: { never: 'An answer can be stopped.' }
  }),
  'conversation.maxToolSteps': setting(z.int().min(1).max(1_000), 50, {
    about: 'How many steps with tool calls a turn may take before it stops.',
    weakens: 'raised'
  }),
  'conversation.toolShare': setting(z.number().min(0).max(100), 3, {
    about:
      'How much of the context window tool definitions may use, in percent. Above that, the model searches for tools, and Parley sends those that it finds.',
    weakens: { never: 'A tool that is found still asks.' }
  }),
  'conversation.codeMode': setting(z.boolean(), false, {
    about:
      'Whether models write scripts that call tools as functions, instead of calling one tool after another. Parley runs the scripts in a sandbox.',
    weakens: { never: 'Each call of a script still asks.' }
  }),
  'conversation.resultLimit': setting(z.int().min(1_000).max(100_000), 50_000, {
    about:
      'How many characters of a tool result a model gets at once. Parley keeps longer results, and the model can read the rest.',
    weakens: { never: 'A model may read the same, only in other portions.' }
  }),
  'conversation.contextShare': setting(z.int().min(10).max(95), 80, {
    about:
      'How much of the context window a request may fill, in percent. Above that, Parley leaves out older tool results, which the model can read again, and offers a summary.',
    weakens: { never: 'Nothing more is sent, and what is left out is kept.' }
  }),
  'conversation.systemPrompt': setting(z.string().max(100_000), '', {
    about: 'Instructions that every model gets before the conversation.',
    weakens: 'changed'
  }),
  'conversation.maxOutputTokens': setting(z.int().min(1).max(1_000_000), null, {
    about: 'The longest answer, in tokens. Not set: the limit of the model.',
    weakens: { never: 'An answer can be stopped.' }
  }),
  'conversation.temperature': setting(z.number().min(0).max(2), null, {
    about: "Temperature, from 0 (predictable) to 2 (varied). Ignored by models that don't support it.",
    weakens: { never: 'It only changes how the model writes.' }
  }),
  'conversation.titles': setting(z.enum(titleSources), 'words', {
    about:
      'The title of a conversation until you rename it: "words" for its first words, or "model" for a title by the cheapest known model of the provider that has answered in it.',
    weakens: {
      never: 'Only a provider that has read the conversation gets the request, and limits apply.'
    }
  }),
  'appearance.theme': setting(z.enum(themes), 'system', {
    about: 'Light, dark, or the theme of the system.',
    weakens: onlyLooks
  }),
  'appearance.notifications': setting(z.boolean(), true, {
    about:
      "Whether you get a notification when a question or an answer is waiting and the window isn't in front. It contains no text of models or servers.",
    weakens: { never: "A notification can't answer a question." }
  }),
  'desktop.developerTools': setting(z.boolean(), false, {
    about: 'Whether the menu has the developer tools. They can show and change everything in the window.',
    weakens: 'on'
  }),
  'appearance.language': setting(z.enum(languageChoices), 'system', {
    about:
      'Language of the screen. "system" means English if Parley doesn\'t have the language of the system.',
    weakens: onlyLooks
  }),
  'spelling.check': setting(z.boolean(), true, {
    about:
      'Whether Parley marks misspelled words while you write. Nothing leaves this computer. On macOS, the system checks spelling.',
    weakens: onlyLooks
  }),
  'spelling.languages': setting(z.array(dictionaryName).max(spellingLimits.languages), null, {
    about:
      'Dictionaries by file name, such as "en" or "de_DE". Not set: English and the language of the screen.',
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
        'Address of a registry that is compatible with the official one, "https://registry.modelcontextprotocol.io". Not set: the directory uses the list that comes with Parley.',
      weakens: { never: 'It gets nothing before it is trusted, and only the user adds servers.' }
    }
  ),
  ...traceSettings,
  'desktop.shortcut': setting(z.enum(quickShortcuts), null, {
    about: 'Shortcut that opens the quick window from any app while Parley runs. Not set: no shortcut.',
    weakens: { never: 'It only shows a window.' }
  }),
  'desktop.tray': setting(z.boolean(), false, {
    about:
      'Whether Parley has a tray icon and keeps running, with its servers, when you close the last window.',
    weakens: 'on'
  })
} as const

/** Of an entry under `mcpServers`. `key` is the name in the file, the property is the name in code. */
export const serverSettings = {
  isDisabled: serverSetting(
    'disabled',
    setting(z.boolean(), false, {
      about: 'Turns the server off. You can still start it by hand.',
      weakens: runsByTrust
    })
  ),
  isAutoStart: serverSetting(
    'autoStart',
    setting(z.boolean(), true, {
      about: 'Whether the server starts with Parley.',
      weakens: runsByTrust
    })
  ),
  startsOnUse: serverSetting(
    'startOnUse',
    setting(z.boolean(), false, {
      about:
        'Whether the server starts when its tools, resources or prompts are first used, instead of with Parley. Parley knows them from its last run.',
      weakens: runsByTrust
    })
  ),
  sleepAfterMs: serverSetting(
    'sleepAfterMs',
    setting(restTime, 1_800_000, {
      about:
        'How long a server that starts on use may be idle before it stops, in milliseconds. 0: it never stops.',
      weakens: onlyTime
    })
  ),
  group: serverSetting(
    'group',
    setting(z.string().min(1).max(60), null, {
      about: 'A group, such as "work". You can turn its servers on and off together.',
      weakens: { never: 'It is only a name.' }
    })
  ),
  groups: serverSetting(
    'groups',
    setting(z.array(z.string().min(1).max(60)).max(20), null, {
      about:
        'More groups, such as "writing" and "travel". A conversation can include or exclude a whole group. A server can be in several.',
      weakens: { never: 'They are only names.' }
    })
  ),
  timeoutMs: serverSetting(
    'timeoutMs',
    setting(timeLimitSchema, 60_000, {
      about: 'How long a call may be silent, in milliseconds. Progress resets the time.',
      weakens: onlyTime
    })
  ),
  maxTotalTimeoutMs: serverSetting(
    'maxTotalTimeoutMs',
    setting(timeLimitSchema, 600_000, {
      about: 'How long a call may take in total, in milliseconds.',
      weakens: onlyTime
    })
  ),
  connectTimeoutMs: serverSetting(
    'connectTimeoutMs',
    setting(timeLimitSchema, 30_000, {
      about:
        'How long the server may take from its start to its list of tools, in milliseconds, without the download. Applies from the next start.',
      weakens: onlyTime
    })
  ),
  installTimeoutMs: serverSetting(
    'installTimeoutMs',
    setting(timeLimitSchema, 600_000, {
      about:
        'How long npx, uvx, docker and similar commands may download before the server runs, in milliseconds. Applies from the next start.',
      weakens: onlyTime
    })
  ),
  usesInstructions: serverSetting(
    'useInstructions',
    setting(z.boolean(), true, {
      about: "Whether the model gets the server's instructions.",
      weakens: 'on'
    })
  ),
  reviewsResults: serverSetting(
    'reviewResults',
    setting(z.boolean(), false, {
      about: 'Whether you see the results of its tools before a model reads them.',
      weakens: 'off'
    })
  ),
  receivesEverything: serverSetting(
    'receiveFromAll',
    setting(z.boolean(), false, {
      about:
        'Whether text of every other server may go to its tools without a question. For a server of your own.',
      weakens: 'on'
    })
  ),
  areIconsAllowed: serverSetting(
    'showIcons',
    setting(z.boolean(), false, {
      about: "Whether Parley may download the server's icons.",
      weakens: 'on'
    })
  ),
  logLevel: serverSetting(
    'logLevel',
    setting(z.enum(logLevels), null, {
      about: 'The lowest level of log messages that the server should send. Not set: the server decides.',
      weakens: { never: 'No model reads log messages.' }
    })
  ),
  ...healthSettings,
  ...toldSettings,
  pingIntervalMs: serverSetting(
    'pingIntervalMs',
    setting(pingInterval, 30_000, {
      about:
        'How often Parley pings an idle connection, in milliseconds. 0: never. Applies from the next start.',
      weakens: onlyTime
    })
  )
} as const

export const simpleValues = settingValuesSchema(simpleSettings)
export type SimpleValues = z.infer<typeof simpleValues>
/** Settings that are missing don't change. null removes a setting from the file. */
export const simpleChanges = simpleValues.partial()
export type SimpleChanges = z.infer<typeof simpleChanges>

export const serverChoices = settingValuesSchema(serverSettings)
export type ServerChoices = z.infer<typeof serverChoices>
/** Settings that are missing don't change. */
export const serverChanges = serverChoices.partial()
export type ServerChanges = z.infer<typeof serverChanges>

export const usualValues = defaultSettingValues<SimpleValues>(simpleSettings)
export const usualChoices = defaultSettingValues<ServerChoices>(serverSettings)

/** Only the settings, from an object that has more. */
export function readServerChoices(owner: ServerChoices): ServerChoices {
  const names = Object.keys(serverSettings) as (keyof ServerChoices)[]
  return Object.fromEntries(names.map((name) => [name, owner[name]])) as unknown as ServerChoices
}
