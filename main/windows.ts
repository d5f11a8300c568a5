/** All windows of the program: which are open, in which the person is, and what they have in common. */
import { app, nativeTheme } from 'electron'
import type { Logger } from '../app/base/logger'
import type { Language } from '../app/contract/limits'
import { toFragment, type FirstView } from '../app/contract/app/beginning'
import type { ZoomStep } from '../app/contract/window/window-calls'
import { chooseLanguage } from '../app/texts/translated'
import { openWindow, type AppWindow } from './window'
import {
  calculateBounds,
  readWindowState,
  stepZoom,
  withPlace,
  writeWindowState,
  type WindowBounds,
  type WindowState
} from './window-state'

export interface WindowsOptions {
  readonly url: string
  /** `window.json` */
  readonly stateFile: string
  /** Whether there are developer tools whatever the settings say. */
  readonly hasDeveloperTools: boolean
  readonly log: Logger
}

export interface AppWindows {
  /** On the newest conversation, where nothing else is said. */
  open(view?: FirstView): AppWindow
  /** Those that are open, the quick one also while it is put away. */
  all(): readonly AppWindow[]
  /** In which the person is, or was last; null: none is open. */
  current(): AppWindow | null
  /** The same without the quick one. */
  whole(): AppWindow | null
  readonly showQuick: (isShown: boolean) => void
  /** Brings up the quick one, or puts it away where the person is in it. */
  readonly toggleQuick: () => void
  /** Closes the quick one for good. */
  readonly endQuick: () => void
  /** Hears of it whenever the last window was closed, or put away. */
  onNoneSeen(listener: () => void): void
  /** null: these contents are in none of them. */
  find(contentsId: number): AppWindow | null
  /** Hears of each that is open, and of each that will be. */
  each(listener: (appWindow: AppWindow) => void): void
  /** Brings the whole one to the front in which the person was last; opens one where there is none. */
  readonly focus: () => void
  /** Draws their pages larger or smaller, from now on. Chromium has one zoom for one address. */
  readonly zoom: (step: ZoomStep) => void
  /** The person is told now that Parley runs on; false: they were before. */
  noteStay(): boolean
  /** In which pages begin. */
  language(): Language
  /** That of the next page's first frame. */
  setLanguage(language: Language): void
  /** Whether the person wants developer tools of the pages. */
  readonly developerTools: () => boolean
  /** Those that are open close where they are not wanted. */
  readonly setDeveloperTools: (areWanted: boolean) => void
  /** Colours of the system's own parts and of the next start. */
  setTheme(theme: WindowState['theme']): void
}

function createToolsSwitch(
  { hasDeveloperTools: areForced }: Pick<WindowsOptions, 'hasDeveloperTools'>,
  all: AppWindows['all']
): Pick<AppWindows, 'developerTools' | 'setDeveloperTools'> {
  let isOn = areForced
  return {
    developerTools: () => isOn,
    setDeveloperTools: (areWanted) => {
      isOn = areWanted || areForced
      if (!isOn) for (const { contents } of all()) contents.closeDevTools()
    }
  }
}

export function createWindows(options: WindowsOptions): AppWindows {
  const tools = createToolsSwitch(options, () => listed.all())
  const state = keepState(options)
  nativeTheme.themeSource = state.now().theme
  const systemLanguage = chooseLanguage('system', app.getPreferredSystemLanguages())
  const language = (): Language => state.now().language ?? systemLanguage
  const listed = createList()
  const { all, current, whole } = listed
  const listeners: ((appWindow: AppWindow) => void)[] = []

  const zoom = (step: ZoomStep): void => {
    state.change({ zoom: stepZoom(state.now().zoom, step) })
    for (const { contents } of all()) contents.setZoomFactor(state.now().zoom)
  }
  const open = (view: FirstView = { type: 'newest' }): AppWindow => {
    const isQuick = view.type === 'quick'
    const number = isQuick ? null : listed.freeNumber()
    const opened = openWindow({
      address: options.url + toFragment({ language: language(), view }),
      place: state.place(number, whole()),
      isQuick,
      zoom: () => state.now().zoom,
      hasDeveloperTools: tools.developerTools,
      log: options.log,
      onZoom: zoom,
      onClose: (place) => state.keepPlace(number, place)
    })
    listed.add(opened, number)
    for (const listener of listeners) listener(opened)
    return opened
  }
  return {
    open,
    all,
    current,
    whole,
    ...createQuick(all, () => void open({ type: 'quick' })),
    onNoneSeen: listed.onNoneSeen,
    find: (contentsId) => all().find((one) => one.contentsId === contentsId) ?? null,
    each: (listener) => {
      listeners.push(listener)
      for (const one of all()) listener(one)
    },
    focus: () => (whole() ?? open()).focus(),
    zoom,
    ...tools,
    noteStay: () => {
      const isNews = !state.now().isStayTold
      if (isNews) state.change({ isStayTold: true })
      return isNews
    },
    language,
    setLanguage: (chosen) => {
      if (chosen !== state.now().language) state.change({ language: chosen })
    },
    setTheme: (theme) => {
      nativeTheme.themeSource = theme
      if (theme !== state.now().theme) state.change({ theme })
    }
  }
}

function keepState({ stateFile, log }: WindowsOptions) {
  let state = readWindowState(stateFile)
  const change = (changes: Partial<WindowState>): void => {
    state = { ...state, ...changes }
    try {
      writeWindowState(stateFile, state)
    } catch (error) {
      log.warn('the place of the window could not be saved', { error })
    }
  }
  return {
    now: () => state,
    change,
    /** Of the window of this number, null: of the quick one. */
    place: (number: number | null, whole: AppWindow | null): WindowBounds =>
      number === null ? state.quick : besides(calculateBounds(state, number), whole),
    keepPlace: (number: number | null, place: WindowBounds): void =>
      change(number === null ? { quick: place } : withPlace(state, number, place))
  }
}

function createQuick(
  all: AppWindows['all'],
  open: () => void
): Pick<AppWindows, 'showQuick' | 'toggleQuick' | 'endQuick'> {
  const find = () => all().find(({ isQuick }) => isQuick)
  const showQuick = (isShown: boolean): void => {
    const quick = find()
    if (!isShown) quick?.window.hide()
    else if (quick === undefined) open()
    else quick.focus()
  }
  return {
    showQuick,
    toggleQuick: () => showQuick(find()?.isInFront() !== true),
    endQuick: () => find()?.end()
  }
}

/** The open ones, each whole one with a number of its own. */
function createList() {
  const numbers = new Map<AppWindow, number>()
  /** The one in which the person was last comes last. */
  let byFocus: readonly AppWindow[] = []
  const noneSeen: (() => void)[] = []
  const without = (gone: AppWindow) => byFocus.filter((one) => one !== gone)
  /** A whole one that was not shown yet will be. */
  const current = () => byFocus.findLast(({ isQuick, window }) => !isQuick || window.isVisible()) ?? null
  const tellNoneSeen = (): void => {
    if (current() === null) for (const listener of noneSeen) listener()
  }
  return {
    all: () => byFocus,
    current,
    whole: () => byFocus.findLast(({ isQuick }) => !isQuick) ?? null,
    onNoneSeen: (listener: () => void) => void noneSeen.push(listener),
    freeNumber: () => firstFree([...numbers.values()]),
    add: (opened: AppWindow, number: number | null): void => {
      if (number !== null) numbers.set(opened, number)
      byFocus = [...byFocus, opened]
      opened.window.on('focus', () => {
        byFocus = [...without(opened), opened]
      })
      if (opened.isQuick) opened.window.on('hide', tellNoneSeen)
      opened.window.once('closed', () => {
        numbers.delete(opened)
        byFocus = without(opened)
        tellNoneSeen()
      })
    }
  }
}

function firstFree(taken: readonly number[]): number {
  let number = 0
  while (taken.includes(number)) number += 1
  return number
}

/** One that was nowhere yet does not hide the one that the person is in. */
function besides(place: WindowBounds, current: AppWindow | null): WindowBounds {
  if (place.bounds !== null || current === null) return place
  const { x, y, ...size } = current.window.getNormalBounds()
  return { ...place, bounds: { x: x + 32, y: y + 32, ...size } }
}
