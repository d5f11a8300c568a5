/** All windows of Parley: which are open, which is current, and what they share. */
import { app, nativeTheme } from 'electron'
import type { Logger } from '../app/base/logger'
import type { Language } from '../app/contract/limits'
import { toAddress, type FirstView } from '../app/contract/bridge/beginning'
import type { ZoomStep } from '../app/contract/bridge/window-calls'
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
  /** Whether there are developer tools regardless of the settings. */
  readonly hasDeveloperTools: boolean
  readonly log: Logger
}

export interface AppWindows {
  /** With the newest conversation, unless another view is given. */
  open(view?: FirstView): AppWindow
  /** The open ones, including the quick window while it is hidden. */
  all(): readonly AppWindow[]
  /** The focused or last focused window; null: none is open. */
  current(): AppWindow | null
  /** The same without the quick window. */
  whole(): AppWindow | null
  readonly showQuick: (isShown: boolean) => void
  /** Shows the quick window, or hides it if it has focus. */
  readonly toggleQuick: () => void
  /** Closes the quick window permanently. */
  readonly endQuick: () => void
  /** The listener is called whenever the last window was closed or hidden. */
  onNoneSeen(listener: () => void): void
  /** null: the contents belong to no window. */
  find(contentsId: number): AppWindow | null
  /** The listener is called for each open window, and for each later one. */
  each(listener: (appWindow: AppWindow) => void): void
  /** Brings the last focused full window to the front; opens one if there is none. */
  readonly focus: () => void
  /** Sets the zoom of all pages, also of later ones. Chromium has one zoom per address. */
  readonly zoom: (step: ZoomStep) => void
  /** The user is notified now that Parley keeps running; false: they were before. */
  noteStay(): boolean
  /** The language of new pages. */
  language(): Language
  /** The language of the next page's first frame. */
  setLanguage(language: Language): void
  /** Whether the user wants developer tools for the pages. */
  readonly developerTools: () => boolean
  /** Open developer tools are closed if they aren't wanted. */
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
      addressFor: (frame) => toAddress(options.url, { language: language(), view }, frame),
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
    find: (contentsId) => all().find((item) => item.contentsId === contentsId) ?? null,
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
      log.warn("the window's position could not be saved", { error })
    }
  }
  return {
    now: () => state,
    change,
    /** Bounds of the window with this number; null: the quick window. */
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

/** The open windows, each full window with its own number. */
function createList() {
  const numbers = new Map<AppWindow, number>()
  /** The last focused window comes last. */
  let byFocus: readonly AppWindow[] = []
  const noneSeen: (() => void)[] = []
  const without = (gone: AppWindow) => byFocus.filter((item) => item !== gone)
  /** A full window that was not shown yet will be. */
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

/** A window without saved bounds doesn't cover the current one. */
function besides(place: WindowBounds, current: AppWindow | null): WindowBounds {
  if (place.bounds !== null || current === null) return place
  const { x, y, ...size } = current.window.getNormalBounds()
  return { ...place, bounds: { x: x + 32, y: y + 32, ...size } }
}
