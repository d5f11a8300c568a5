/**
 * Every example of the Markdown specifications, and a list of texts made to break a window: wherever other parties
 * can put them, they are readable and do nothing, and the window stays responsive. That each component shows all
 * their letters is tested in `hostile-texts.test.tsx`.
 */
import fs from 'node:fs'
import type { Locator, Page } from 'playwright/test'
import { hostileTexts } from '../app/testing/hostile-texts/all'
import { findMissing, isClosed, type DrawnText } from '../app/testing/hostile-texts/drawn-text'
import { specExamples } from '../app/testing/hostile-texts/spec-examples'
import { inputDialog, recordLinks } from './server-questions'
import { fixture } from './fixtures/entries'
import { call, say, type Part } from './fixtures/model'
import { expectLegible } from './legible'
import type { Parley } from './launch'
import { expect, test, type Fixtures } from './test'
import {
  answerCall,
  answers,
  callUp,
  closeDialog,
  conversationList,
  messageBox,
  offeredResource,
  openAttach,
  pressIn,
  promptCard,
  sendMessage,
  trustAll
} from './window'

/** What a server offers under one name. */
interface TextList {
  readonly name: string
  readonly drawn: readonly DrawnText[]
}

const all = [...specExamples, ...hostileTexts]

/** The newest conversation, which the next start opens, ends with the most hostile texts. */
const lists: readonly TextList[] = inGroups(all, 200).map((drawn, index) => ({
  name: `list-${index}`,
  drawn
}))

/** For the places where the way of a text matters, and one example of a specification is like another. */
const hostileLists = lists.filter(({ drawn }) => drawn.some((text) => hostileTexts.includes(text)))

/** Each asks for input twice. Parley limits a server that asks more often. */
const askers = ['first']

function inGroups<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size)
  )
}

/** What the model says in one reply, and has a tool say as well. */
interface Step {
  readonly name: string
  readonly from: number
  readonly drawn: readonly DrawnText[]
}

/** Texts that are unrelated to each other share a step. */
function stepsOf({ name, drawn }: TextList): readonly Step[] {
  const steps: { name: string; from: number; drawn: DrawnText[] }[] = []
  let isOpen = false
  for (const [from, text] of drawn.entries()) {
    const last = steps.at(-1)
    const isApart = text.text.length < 500 && isClosed(text.text)
    if (isOpen && isApart && last !== undefined && last.drawn.length < 20) last.drawn.push(text)
    else steps.push({ name, from, drawn: [text] })
    isOpen = isApart
  }
  return steps
}

type Turn = readonly Step[]

/** Texts of one turn. */
const mostSteps = 16
const turns: readonly Turn[] = inGroups(lists.flatMap(stepsOf), mostSteps)

/** The last turn has the most hostile texts. A restart opens it. */
const halves = {
  first: turns.slice(0, Math.ceil(turns.length / 2)),
  second: turns.slice(Math.ceil(turns.length / 2))
}

/** For each test, and each wait in it: slow texts are drawn on a machine that may be busy. */
const timeLimitMs = 900_000
const patience = { timeout: 200_000 }

type Begun = Pick<Fixtures, 'start' | 'startModel' | 'workspace'>

interface Opened {
  readonly parley: Parley
  /** What the model answers next. `Done.` by default. */
  readonly replies: (readonly Part[])[]
}

/** With servers that offer the texts as resources, forms, prompts and results. */
async function openWithTexts({ start, startModel, workspace }: Begun): Promise<Opened> {
  test.setTimeout(timeLimitMs)
  const file = workspace.file('texts.json')
  const given = lists.map(({ name, drawn }) => ({ name, texts: drawn.map(({ text }) => text) }))
  fs.writeFileSync(file, JSON.stringify(given))
  const replies: (readonly Part[])[] = []
  const model = await startModel(() => replies.shift() ?? [say('Done.')])
  const servers = Object.fromEntries(askers.map((name) => [name, fixture('texts', `--texts=${file}`)]))
  workspace.writeSettings({ mcpServers: servers, ...model.settings })
  const parley = await start()
  await trustAll(parley.window, askers)
  return { parley, replies }
}

test('shows 200 hostile texts in resources, forms and prompts, and they do nothing', async ({
  start,
  startModel,
  workspace
}) => {
  const { parley, replies } = await openWithTexts({ start, startModel, workspace })
  const { window } = parley
  const done = await watchDeeds(parley)
  await test.step('resources', () => readResources(window))
  await test.step('forms', () => readForms(window, replies))
  await test.step('prompts', () => readPrompts(window))
  expect(await done()).toEqual(nothingDone)
})

for (const half of ['first', 'second'] as const) {
  test(`shows the ${half} half of these texts in answers and results, also after a restart, and they do nothing`, async ({
    start,
    startModel,
    workspace
  }) => {
    const { parley, replies } = await openWithTexts({ start, startModel, workspace })
    const done = await watchDeeds(parley)
    await test.step('answers and results', () => readAnswers(parley.window, replies, halves[half]))
    expect(await done()).toEqual(nothingDone)
    await parley.quit()

    const { window } = await start()
    await expect(answers(window).last()).toContainText('Done.', patience)
    await expectLegible(answers(window).last(), 'Done.')
    await expectSound(window)
    for (const row of await conversationList(window).getByRole('listitem').all()) {
      await row.getByRole('button').first().click(patience)
      await expect(answers(window).last()).toContainText('Done.', patience)
      await expectLegible(answers(window).last(), 'Done.')
      await expectSound(window)
    }
  })
}

const nothingDone = {
  requests: [],
  navigations: [],
  openedLinks: [],
  windows: 1,
  hostile: undefined,
  polluted: undefined
}

/** What a text could make the window do, reported on request. */
async function watchDeeds({ app, window }: Parley): Promise<() => Promise<typeof nothingDone>> {
  const seen = { requests: [] as string[], navigations: [] as string[] }
  const own = new URL(window.url())
  window.on('request', (request) => {
    if (new URL(request.url()).protocol !== own.protocol) seen.requests.push(request.url())
  })
  window.on('framenavigated', (frame) => seen.navigations.push(frame.url()))
  const openedLinks = await recordLinks(app)
  return async () => ({
    ...(seen as { requests: never[]; navigations: never[] }),
    openedLinks: (await openedLinks()) as never[],
    windows: app.windows().length,
    ...(await window.evaluate(() => ({
      hostile: (globalThis as { __hostile?: undefined }).__hostile,
      polluted: ({} as { polluted?: undefined }).polluted
    })))
  })
}

/** Everything was drawn, and the window is as wide as before. */
async function expectSound(window: Page): Promise<void> {
  await expect(window.locator('[role="alert"]')).toHaveCount(0)
  const isWider = () => document.documentElement.scrollWidth > innerWidth
  expect(await window.evaluate(isWider), 'the page is wider than the window').toBe(false)
}

const innerTextOf = (place: Locator): Promise<string> =>
  place.evaluate((element) => (element as HTMLElement).innerText)

/** Waits until every text is readable in its place: after its mark, before the next. */
async function expectRead(
  read: () => Promise<readonly string[]>,
  wanted: readonly (readonly string[])[]
): Promise<void> {
  const missing = async () => {
    const shown = await read()
    if (shown.length !== wanted.length) return [`${shown.length} places in place of ${wanted.length}`]
    return wanted.flatMap((texts, index) => {
      const word = findMissing(shown[index] ?? '', texts)
      return word === null ? [] : [`“${word}” of ${JSON.stringify(texts).slice(0, 500)}`]
    })
  }
  await expect.poll(missing, { message: 'letters that can’t be read', ...patience }).toEqual([])
}

async function readResources(window: Page): Promise<void> {
  const dialog = await openAttach(window)
  const details = dialog.getByRole('region', { name: 'Details' })
  for (const { name, drawn } of hostileLists) {
    await offeredResource(dialog, 'first', name).click()
    await dialog.getByRole('button', { name: 'Show content' }).click()
    const read = async () => (await innerTextOf(details)).split(new RegExp(`text:///${name}/\\d+`)).slice(1)
    await expectRead(
      read,
      drawn.map(({ laidOut }) => [laidOut])
    )
    await expectSound(window)
  }
  await closeDialog(dialog)
}

/** As the server cuts them. */
const fieldLength = 400

async function readForms(window: Page, replies: (readonly Part[])[]): Promise<void> {
  const asked = hostileLists.map(({ name, drawn }, index) => ({
    server: askers[Math.floor(index / 2)] ?? '',
    name,
    texts: drawn.map(({ text }) => text.slice(0, fieldLength))
  }))
  replies.push(...asked.map(({ server, name }) => [call(server, 'ask', { name })]))
  await sendMessage(window, 'Ask me')
  for (const [index, { server, name, texts }] of asked.entries()) {
    if (index % 2 === 0) await answerCall(window, { server, tool: 'ask', answer: 'Always allow' })
    const form = inputDialog(window, server)
    await expect(form).toContainText(name, patience)
    const read = async () => (await innerTextOf(form)).split(/\bnot set\b/).slice(0, texts.length / 2 + 1)
    // The title of a field is before its value, its description after it.
    const pairs = [texts.slice(0, 1), ...inGroups(texts.slice(1), 2)]
    await expectRead(read, pairs)
    await expectSound(window)
    await pressIn(form, 'Cancel')
  }
  await expect(answers(window).last()).toContainText('Done.', patience)
  await expectLegible(answers(window).last(), 'Done.')
}

async function readPrompts(window: Page): Promise<void> {
  for (const { name, drawn } of hostileLists) {
    await window.getByRole('button', { name: 'New conversation' }).click()
    await (await callUp(window, `/${name}`)).first().click()
    await messageBox(window).press('Enter')
    await expect(answers(window).last()).toContainText('Done.', patience)
    await expectLegible(answers(window).last(), 'Done.')
    const messages = promptCard(window, 'first', name).getByRole('list', { name: 'Messages of the prompt' })
    const read = () =>
      messages.evaluate((list) => [...list.children].map((item) => (item as HTMLElement).innerText))
    await expectRead(
      read,
      drawn.map(({ text }) => [text])
    )
    await expectSound(window)
  }
}

/**
 * Calls fold once they are over, the last of them after the turn. Duplicates in their results may stay folded. Looks
 * into the page once: role names are expensive to compute among so many texts.
 */
async function openCalls(answer: Locator): Promise<void> {
  await answer.evaluate((shown) => {
    for (const card of shown.querySelectorAll('[role="group"][aria-label^="Tool call "]')) {
      const toggle = card.querySelector<HTMLElement>('button[aria-controls]')
      if (toggle?.getAttribute('aria-expanded') === 'false') toggle.click()
    }
  })
}

async function readAnswers(
  window: Page,
  replies: (readonly Part[])[],
  turns: readonly Turn[]
): Promise<void> {
  let isAllowed = false
  for (const turn of turns) {
    await window.getByRole('button', { name: 'New conversation' }).click()
    for (const { name, from, drawn } of turn)
      replies.push([
        say(drawn.map(({ text }) => text).join('\n\nbehind\n\n')),
        call('first', 'show', { name, from, count: drawn.length })
      ])
    await sendMessage(window, 'Show me more')
    if (!isAllowed) await answerCall(window, { server: 'first', tool: 'show', answer: 'Always allow' })
    isAllowed = true
    await expect(answers(window).last()).toContainText('Done.', patience)
    await expectLegible(answers(window).last(), 'Done.')
    const read = async () => {
      await openCalls(answers(window).last())
      return (await innerTextOf(answers(window).last())).split(/"from": \d+/)
    }
    // A call's result comes after its arguments, then what the model says next.
    const wanted = [
      turn[0]?.drawn.map(({ laidOut }) => laidOut) ?? [],
      ...turn.map(({ drawn }, index) => [
        ...drawn.map(({ text }) => text),
        ...(turn[index + 1]?.drawn.map(({ laidOut }) => laidOut) ?? ['Done'])
      ])
    ]
    await expectRead(read, wanted)
    await expectSound(window)
  }
}
