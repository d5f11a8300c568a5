/** The spelling checker with the settings and the names of this host; none if the system checks the spelling. */
import { chooseLanguage } from '../../texts/translated'
import type { Servers } from '../../servers/interface'
import type { Settings } from '../../settings/store/settings-store'
import type { LocalizedText } from '../../contract/localized-text'
import type { HostPorts } from './host-ports'
import type { SpellChecker } from '../../spelling/interface'
import { LocalSpelling } from '../../spelling/spell-checker'

export function createHostSpelling(
  { spelling: port, dataFolder, systemLanguages, now, log }: HostPorts,
  settings: Settings,
  { servers, tell }: { readonly servers: Servers; readonly tell: (problem: LocalizedText) => void }
): SpellChecker {
  if (port === null) return bySystem
  const choice = () => {
    const { values } = settings.current()
    const shown = chooseLanguage(values['appearance.language'], systemLanguages)
    return { isOn: values['spelling.check'], languages: values['spelling.languages'], shown }
  }
  const names = () => [
    ...servers.list().map(({ name }) => name),
    ...servers.catalog().map(({ name }) => name)
  ]
  const spelling = new LocalSpelling({ port, dataFolder, choice, names, tell, now, log: log.in('spelling') })
  let before = ''
  settings.onChange(() => {
    const chosen = JSON.stringify(choice())
    if (chosen !== before) spelling.reopen()
    before = chosen
  })
  return spelling
}

const bySystem: SpellChecker = {
  check: async () => [],
  suggest: async () => [],
  learn: async () => {},
  ignore: () => {},
  read: async () => ({
    isSystems: true,
    dictionaries: [],
    problems: [],
    missing: [],
    folder: '',
    ownWordsFile: ''
  }),
  dispose: async () => {}
}
