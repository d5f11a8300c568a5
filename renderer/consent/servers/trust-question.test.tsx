import type { ServerTrustQuestion } from '../../../app/contract/questions/questions'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import type { ServerAct } from '../../../app/contract/server-act'
import { say } from '../../../app/texts/localized'
import { sampleTrustQuestion } from '../../testing/sample-state'
import { findEnabledButton } from '../../testing/enabled-button'
import { showQuestions } from '../../testing/show-questions'
import { areParts, listRemaining } from './permissions'

const file = (path: string, hash: string) => ({
  role: 'script' as const,
  path,
  size: 2_048,
  hash: hash.repeat(64),
  stamp: hash
})

/** With the sent answers, on a computer with the given sandbox support. */
async function showAsked(
  act: Partial<ServerAct>,
  { walls = { canContain: true, remedy: null, advice: null } }: { readonly walls?: SandboxView } = {}
) {
  const question = { ...sampleTrustQuestion, warnings: [], act: { ...sampleTrustQuestion.act, ...act } }
  return (await showQuestions([question], {}, undefined, { 'sandbox.read': () => walls })).bridge
}

async function show(act: Partial<ServerAct>, previous?: Partial<ServerAct>): Promise<HTMLElement> {
  const whole = (change: Partial<ServerAct>): ServerAct => ({ ...sampleTrustQuestion.act, ...change })
  const question: ServerTrustQuestion = {
    ...sampleTrustQuestion,
    warnings: [],
    act: whole(act),
    previous: previous === undefined ? null : whole(previous)
  }
  await showQuestions([question])
  return screen.getByRole('dialog', { name: 'Trust server database?' })
}
const changes = () => screen.getByRole('region', { name: 'Changes' }).textContent

describe('the full content of the trust question', () => {
  it('SEC-11-3 shows literal values of variables, and says where a secret is left out', async () => {
    const environment = [
      { name: 'npm_config_registry', value: 'https://packages.example/' },
      { name: 'TOKEN', value: '•••', hiddenMark: '12ab' }
    ]
    const dialog = await show({ environment, environmentNames: environment.map(({ name }) => name) })
    expect(dialog.textContent).toContain('npm_config_registry=https://packages.example/')
    expect(dialog.textContent).toContain('TOKEN=•••')
    expect(dialog.textContent).toContain('hides a value that looks like a secret')
  })

  it('SEC-11-3 shows the sign-in, and the difference when it changes', async () => {
    const oauth = (issuer: string) => [
      { name: 'flow', value: 'client-credentials' },
      { name: 'issuer', value: issuer },
      { name: 'clientSecret', value: '${secret:mine}' }
    ]
    const remote = { transport: 'http' as const, command: null, args: [], url: 'https://work.example/mcp' }
    const dialog = await show(
      { ...remote, oauth: oauth('https://collect.example') },
      { ...remote, oauth: oauth('https://id.example') }
    )
    expect(dialog.textContent).toContain('flow=client-credentials')
    expect(dialog.textContent).toContain('clientSecret=${secret:mine}')
    expect(changes()).toContain('−issuer=https://id.example')
    expect(changes()).toContain('+issuer=https://collect.example')
  })

  it('SEC-11-3 shows a changed value old and new, and a hidden one as changed', async () => {
    const environment = (mode: string, hiddenMark: string) => [
      { name: 'MODE', value: mode },
      { name: 'TOKEN', value: '•••', hiddenMark }
    ]
    await show({ environment: environment('fast', '0002') }, { environment: environment('safe', '0001') })
    expect(changes()).toContain('−MODE=safe')
    expect(changes()).toContain('+MODE=fast')
    expect(changes()).toContain('0001')
    expect(changes()).toContain('0002')
  })

  it('SEC-11-3 never says changed without showing a change', async () => {
    const dialog = await show({}, {})
    expect(dialog.textContent).toContain('The change is in values that Parley hid')
  })
})

describe('the trusted program', () => {
  it('SEC-11-8 names the file that changed since trust was given', async () => {
    const dialog = await show(
      { files: [file('/bin/node', 'a'), file('/srv/server.mjs', 'c')] },
      { files: [file('/bin/node', 'a'), file('/srv/server.mjs', 'b')] }
    )
    const warnings = within(dialog).getByRole('list', { name: 'Warnings' })
    expect(warnings.textContent).toBe('The file /srv/server.mjs has changed since you trusted it.')
    expect(dialog.textContent).toContain('This program has changed since you trusted it.')
    expect(changes()).toContain('−/srv/server.mjs · 2')
    expect(changes()).toContain('bbbbbbbbbbbbbbbb')
    expect(changes()).toContain('cccccccccccccccc')
  })

  it("SEC-11-8 says whether a package's version is fixed, and what is installed", async () => {
    const pin = {
      runner: 'npx',
      name: 'tools',
      requested: null,
      isFixed: false,
      version: null,
      integrity: null
    }
    const fixed = {
      ...pin,
      name: 'fixed',
      requested: '1.2.3',
      isFixed: true,
      version: '1.2.3',
      integrity: 'sha512-x'
    }
    const dialog = await show({ packages: [pin, fixed] })
    expect(dialog.textContent).toContain(
      'tools, no fixed version: npx may download and run something new each time.'
    )
    expect(dialog.textContent).toContain("The version isn't known until it's downloaded.")
    expect(dialog.textContent).toContain('fixed, fixed to version 1.2.3. Integrity sha512-x')
  })

  it('SEC-11-8 shows the versions of a replaced package', async () => {
    const pin = (version: string) => ({
      runner: 'npx',
      name: 'tools',
      requested: null,
      isFixed: false,
      version,
      integrity: null
    })
    const dialog = await show(
      { packages: [pin('1.1.0')], files: [] },
      { packages: [pin('1.0.0')], files: [] }
    )
    expect(dialog.textContent).toContain("tools isn't the package you trusted: 1.0.0 → 1.1.0.")
  })
})

describe('what a server may do', () => {
  const containment = { read: ['/home/me/notes', '/home/me/diary'], write: ['/home/me/drafts'], hosts: [] }
  const environment = [
    { name: 'TOKEN', value: '${secret:notes-token}' },
    { name: 'MODE', value: 'fast' }
  ]

  it('is listed one by one, and removals are sent with the approval', async () => {
    const dialog = await show({ containment, environment, environmentNames: ['TOKEN', 'MODE'] })
    const list = within(dialog).getByRole('region', { name: 'Allowed access' })
    expect(within(list).getAllByRole('checkbox')).toHaveLength(4)
    expect(list.textContent).toContain('Sandboxed')
    expect(list.textContent).toContain('May read and write /home/me/drafts')
    expect(list.textContent).toContain('Gets the secret “notes-token” as TOKEN')
    expect(list.textContent).toContain('It has no network access until you allow it')
    expect(listRemaining({ ...sampleTrustQuestion.act, containment }, {})).toBeUndefined()
    const act = { ...sampleTrustQuestion.act, containment, environment, environmentNames: ['TOKEN', 'MODE'] }
    expect(
      listRemaining(act, { 'read /home/me/diary': { isTaken: true }, 'variable TOKEN': { isTaken: true } })
    ).toEqual({
      withoutVariables: ['TOKEN'],
      containment: { ...containment, read: ['/home/me/notes'] }
    })
  })

  it.each([
    ['tells of the private folder of a sandboxed server, in one line', { containment }, true],
    ['tells of no private folder where a server has all rights', {}, false]
  ])('%s', async (_what, act, isTold) => {
    await showAsked(act)
    const list = await screen.findByRole('region', { name: 'Allowed access' })
    const lines = [...list.querySelectorAll('p')].map(({ textContent }) => textContent)
    expect(lines.filter((line) => line?.startsWith('Private folder: kept between starts'))).toHaveLength(
      isTold ? 1 : 0
    )
  })

  it('distinguishes a used secret from a readable one, and no approval makes it readable', async () => {
    const masked = { TOKEN: ['api.example.com'] }
    const act = { containment: { ...containment, masked }, environment, environmentNames: ['TOKEN', 'MODE'] }
    const dialog = await show(act)
    expect(dialog.textContent).toContain(
      'Uses the secret “notes-token” for api.example.com, without reading it, as TOKEN'
    )
    expect(dialog.textContent).not.toContain('Gets the secret')
    expect(dialog.textContent).toContain('A server that signs with it')
    const whole = { ...sampleTrustQuestion.act, ...act }
    expect(listRemaining(whole, { 'read /home/me/diary': { isTaken: true } })?.containment?.masked).toEqual(
      masked
    )
    expect(listRemaining(whole, { 'masked TOKEN': { isTaken: true } })).toEqual({
      withoutVariables: ['TOKEN'],
      containment
    })
  })

  it('shows a host that now gets a secret', async () => {
    await show(
      { containment: { ...containment, masked: { TOKEN: ['api.example.com', 'evil.example'] } } },
      { containment: { ...containment, masked: { TOKEN: ['api.example.com'] } } }
    )
    expect(changes()).toContain('evil.example')
  })

  it('is narrowed before the approval, by keyboard only: a part of a folder, read only, one host, and a secret that is only used', async () => {
    const user = userEvent.setup()
    const walls = { read: ['/home/me/notes'], write: ['/home/me/drafts'], hosts: ['*.example.com'] }
    const bridge = await showAsked({ containment: walls, environment, environmentNames: ['TOKEN', 'MODE'] })
    const list = screen.getByRole('region', { name: 'Allowed access' })
    const type = async (what: string, field: string, text: string) => {
      within(list)
        .getByRole('button', { name: `Narrow ${what}` })
        .focus()
      await user.keyboard('{Enter}')
      const box = within(list).getAllByRole('textbox', { name: field }).at(-1)!
      box.focus()
      await user.clear(box)
      await user.keyboard(text)
    }
    await type('/home/me/notes', 'Only this folder or file in it', '/home/me/notes/2026')
    await type('/home/me/drafts', 'Only this folder or file in it', '/home/me/diary')
    const yes = screen.getByRole('button', { name: 'Trust and start' })
    expect(list.textContent).toContain("That isn't inside /home/me/drafts.")
    expect(yes).toHaveProperty('disabled', true)
    const drafts = within(list).getAllByRole('textbox', { name: 'Only this folder or file in it' })[1]!
    await user.clear(drafts)
    within(list).getByRole('checkbox', { name: "Read only, don't write" }).focus()
    await user.keyboard(' ')
    await type('*.example.com', 'Only this host', 'api.example.com')
    await type('TOKEN', 'Use it only for these hosts, hidden from the server', 'api.example.com')
    await userEvent.click(await findEnabledButton('Trust and start'))
    const given = bridge.inputsOf('consent.answer').at(-1) as { answer: { left: unknown } }
    expect(given.answer.left).toEqual({
      withoutVariables: [],
      containment: {
        read: ['/home/me/notes/2026', '/home/me/drafts'],
        write: [],
        hosts: ['api.example.com'],
        masked: { TOKEN: ['api.example.com'] }
      }
    })
  })

  it.each(['/home/me/notes/../x', '/home/me/notesX', '/home/me', 'notes/a'])(
    "can't be narrowed to “%s”, which is no part of it",
    (narrowed) => {
      const act = { ...sampleTrustQuestion.act, containment }
      expect(areParts(act, { 'read /home/me/notes': { narrowed } })).toBe(false)
    }
  )

  it('is everything without a sandbox, with the button that adds one', async () => {
    const bridge = await showAsked({}, { walls: { canContain: true, remedy: null, advice: null } })
    expect(screen.getByRole('dialog').textContent).toContain('Not sandboxed')
    await userEvent.click(await screen.findByRole('button', { name: 'Run in a sandbox' }))
    expect(bridge.inputsOf('sandbox.set')).toEqual([{ serverName: 'database', isSandboxed: true }])
  })

  it("names the one command if the system can't sandbox it yet, and says that it has all rights", async () => {
    await showAsked(
      {},
      { walls: { canContain: false, remedy: 'sudo apt install bubblewrap socat', advice: null } }
    )
    expect(await screen.findByText('sudo apt install bubblewrap socat')).toBeTruthy()
    expect(screen.getByRole('dialog').textContent).toContain('can use everything that you can')
    expect(screen.getByRole('button', { name: 'Copy command' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Run in a sandbox' })).toBeNull()
  })

  it("says before that it will not start where its sandbox isn't available", async () => {
    await showAsked({ containment }, { walls: { canContain: false, remedy: null, advice: null } })
    const words = "Parley can't sandbox servers on this computer yet, so this server doesn't start."
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByRole('dialog').textContent).not.toContain('can use everything')
    expect(screen.getByRole('dialog').textContent).not.toContain('Sandboxed')
  })

  it('says what to use instead on a system without a sandbox', async () => {
    const advice = say('containment.insteadOnWindows')
    await showAsked({}, { walls: { canContain: false, remedy: null, advice } })
    expect(await screen.findByText(/a container, WSL, a virtual machine or Windows Sandbox/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Copy command' })).toBeNull()
  })

  it('says what the sandbox of macOS does not limit, for a sandboxed server only', async () => {
    const walls = { canContain: true, remedy: null, advice: say('containment.macLimits') }
    await showAsked({ containment }, { walls })
    expect(await screen.findByText(/doesn't limit memory, processes or processor time/)).toBeTruthy()
    cleanup()
    await showAsked({}, { walls })
    await screen.findByRole('button', { name: 'Run in a sandbox' })
    expect(screen.getByRole('dialog').textContent).not.toContain('processor time')
  })

  it('says that downloads of a sandboxed package stay', async () => {
    const pin = {
      runner: 'npx',
      name: 'tools',
      requested: null,
      isFixed: false,
      version: null,
      integrity: null
    }
    const dialog = await show({ containment, packages: [pin] })
    expect(dialog.textContent).toContain('Parley keeps the first download, by version and integrity')
    expect(dialog.textContent).not.toContain('something new each time')
  })

  it('shows what was added, and a removed sandbox', async () => {
    await show(
      { containment: { ...containment, read: [...containment.read, '/home/me/more'] } },
      { containment }
    )
    expect(changes()).toContain('+/home/me/more')
  })

  it('shows that the sandbox was removed', async () => {
    await show({}, { containment })
    expect(changes()).toContain('Sandbox')
    expect(changes()).toContain('can use everything')
  })
})

describe('hosts that a package usually needs', () => {
  const sandbox = { read: [], write: [], hosts: [] }
  const proposedHosts = ['api.known.example', 'known.example']
  const ask = async () => {
    const act = { ...sampleTrustQuestion.act, containment: sandbox }
    const walls = { canContain: true, remedy: null, advice: null }
    const question = { ...sampleTrustQuestion, warnings: [], act, proposedHosts }
    return await showQuestions([question], {}, undefined, { 'sandbox.read': () => walls })
  }
  const boxes = () =>
    within(screen.getByRole('group', { name: /usually needs these hosts/ })).getAllByRole('checkbox')

  it('are unchecked, and an approval allows none of these', async () => {
    const { answers } = await ask()
    expect(boxes().map((box) => (box as HTMLInputElement).checked)).toEqual([false, false])
    await userEvent.click(await findEnabledButton('Trust and start'))
    expect(answers()).toEqual([{ type: 'server-trust', decision: 'trust' }])
  })

  it('are allowed one by one', async () => {
    const { answers } = await ask()
    await userEvent.click(screen.getByRole('checkbox', { name: 'known.example' }))
    await userEvent.click(await findEnabledButton('Trust and start'))
    expect(answers()).toEqual([
      {
        type: 'server-trust',
        decision: 'trust',
        left: { withoutVariables: [], containment: { ...sandbox, hosts: ['known.example'] } }
      }
    ])
  })
})
