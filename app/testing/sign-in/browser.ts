/** A browser without a window: follows redirects, keeps cookies, fills in the login page and agrees. */

export interface Visit {
  /** Of the last page. */
  readonly status: number
  readonly text: string
  readonly addresses: readonly string[]
}

const mostPages = 20

/** `login`: the name to sign in with; null: says no. */
export async function visit(address: string, login: string | null = 'ann'): Promise<Visit> {
  const cookies = new Map<string, string>()
  const addresses: string[] = []
  let url = address
  let form: URLSearchParams | null = null
  for (let count = 0; count < mostPages; count += 1) {
    addresses.push(url)
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === null ? {} : { method: 'POST', body: form })
    })
    keepCookies(response, cookies)
    const location = response.headers.get('location')
    const text = await response.text()
    form = null
    if (location !== null) {
      url = new URL(location, url).href
      continue
    }
    const page = readPage(text, login)
    if (page === null) return { status: response.status, text, addresses }
    url = new URL(page.action, url).href
    form = page.form
  }
  throw new Error('The pages lead in circles')
}

function keepCookies(response: Response, cookies: Map<string, string>): void {
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)) cookies.delete(name)
    else cookies.set(name, value)
  }
}

/** The form that a user would submit; a link to deny. Null when there is none. */
function readPage(text: string, login: string | null) {
  const action = /<form[^>]*action="([^"]+)"/.exec(text)?.[1]
  if (action === undefined) return null
  if (login === null) {
    const abort = /<a href="([^"]+\/abort)"/.exec(text)?.[1]
    return abort === undefined ? null : { action: abort, form: null }
  }
  const prompt = /name="prompt" value="([^"]+)"/.exec(text)?.[1] ?? ''
  return { action, form: new URLSearchParams({ prompt, login, password: 'any' }) }
}
